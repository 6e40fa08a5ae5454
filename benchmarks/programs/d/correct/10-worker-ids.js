'use strict';
// Passwords and checksums in threads. Answers carry the number of their question.
const assert = require('assert');
const crypto = require('crypto');
const zlib = require('zlib');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
  const tasks = {
    checksum: (text, done) => zlib.deflate(text, (err, out) => done(err, out && crypto.createHash('md5').update(out).digest('hex'))),
    password: (text, done) => crypto.scrypt(text, 'salt', 32, (err, key) => done(err, key && key.toString('base64'))),
  };
  parentPort.on('message', ({ id, name, text }) => {
    if (name === 'stop') return parentPort.close();
    tasks[name](text, (err, result) => parentPort.postMessage({ id, error: err && err.message, result }));
  });
} else {
  class Client {
    constructor(size) {
      this.waiting = new Map();
      this.count = 0;
      this.workers = Array.from({ length: size }, () => new Worker(__filename));
      for (const worker of this.workers) worker.on('message', (answer) => this.answer(answer));
    }

    answer({ id, error, result }) {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) reject(new Error(error));
      else resolve(result);
      if (this.stopping && !this.waiting.size) this.stop();
    }

    call(name, text) {
      const id = ++this.count;
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.workers[id % this.workers.length].postMessage({ id, name, text });
      });
    }

    stop() {
      this.stopping = true;
      if (!this.waiting.size) for (const worker of this.workers) worker.postMessage({ name: 'stop' });
    }
  }

  const client = new Client(2);
  const calls = ['password', 'checksum', 'checksum', 'password'].map((name) => client.call(name, 'some text'));
  client.stop();
  Promise.all(calls).then(([p1, c1, c2, p2]) => {
    assert.match(c1, /^[0-9a-f]{32}$/);
    assert.strictEqual(c1, c2);
    assert.strictEqual(Buffer.from(p1, 'base64').length, 32);
    assert.strictEqual(p1, p2);
  });
}
