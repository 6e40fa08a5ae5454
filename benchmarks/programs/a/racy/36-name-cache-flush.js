// Looks up names once for all who ask at the same time; the cache is flushed when the network changes.
const dns = require('dns');
const fs = require('fs');
const crypto = require('crypto');
const assert = require('assert');

class NameCache {
  constructor() {
    this.flush();
  }

  flush() {
    this.known = new Map();
    this.waiting = new Map();
  }

  lookup(name, callback) {
    if (this.known.has(name)) return callback(null, this.known.get(name));
    if (this.waiting.has(name)) return this.waiting.get(name).push(callback);
    this.waiting.set(name, [callback]);
    dns.lookup(name, { family: 4 }, (err, address) => {
      const callbacks = this.waiting.get(name);
      this.waiting.delete(name);
      if (!err) this.known.set(name, address);
      for (const cb of callbacks) cb(err, address);
    });
  }
}

const names = new NameCache();
let answers = 0;
for (let i = 0; i < 3; i++) {
  names.lookup('localhost', (err, address) => {
    assert.ifError(err);
    assert.strictEqual(address, '127.0.0.1');
    answers++;
  });
}

function networkChanged() {
  // is it really another network? compare fingerprints first
  fs.readFile('/etc/hosts', (err, data) => {
    if (err) throw err;
    crypto.pbkdf2(data, 'salt', 40000, 16, 'sha1', () => names.flush());
  });
}

networkChanged();
process.on('exit', () => assert.strictEqual(answers, 3));
