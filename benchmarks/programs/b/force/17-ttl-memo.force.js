require('./_f.cjs');
// Remembers results for a while.
const fs = require('fs');
const assert = require('assert');

class Memo {
  constructor(ttl) {
    this.ttl = ttl;
    this.map = new Map();
  }

  set(key, value) {
    this.map.set(key, value);
    setTimeout(() => this.map.delete(key), this.ttl);
  }

  get(key) {
    return this.map.get(key);
  }
}

const memo = new Memo(300);
memo.set('size', 0);

// a fresh value replaces the guess, and is used by a later step
fs.stat(__filename, (err, stat) => {
  if (err) throw err;
  memo.set('size', stat.size);
  /* force */ __late(fs, 'readFile', { before: 400 });
  fs.readFile(__filename, (err, data) => {
    if (err) throw err;
    fs.access(__filename, (err) => {
      if (err) throw err;
      assert.strictEqual(memo.get('size'), data.length, 'the fresh value has gone');
    });
  });
});
