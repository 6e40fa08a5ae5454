'use strict';
// Passwords and checksums in a thread. Answers belong to the questions in their order.
const assert = require('assert');
const crypto = require('crypto');
const zlib = require('zlib');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
  const tasks = {
    checksum: ({ text }, done) => zlib.deflate(text, (err, out) => done(err, out && crypto.createHash('md5').update(out).digest('hex'))),
    password: ({ text }, done) => crypto.scrypt(text, 'salt', 32, { N: 32768, maxmem: 64e6 }, (err, key) => done(err, key && key.toString('base64'))),
  };
  parentPort.on('message', (task) => {
    if (task.name === 'stop') return parentPort.close();
    tasks[task.name](task, (err, result) => {
      parentPort.postMessage({ error: err && err.message, result });
    });
  });
} else {
  class Client {
    constructor() {
      this.worker = new Worker(__filename);
      this.waiting = [];
      this.worker.on('message', ({ error, result }) => {
        const { resolve, reject } = this.waiting.shift();
        if (error) reject(new Error(error));
        else resolve(result);
      });
    }

    call(name, text) {
      return new Promise((resolve, reject) => {
        this.waiting.push({ resolve, reject });
        this.worker.postMessage({ name, text });
      });
    }

    stop() { this.worker.postMessage({ name: 'stop' }); }
  }

  (async () => {
    const client = new Client();
    const [sum, key] = await Promise.all([client.call('checksum', 'some text'), client.call('password', 'secret')]);
    client.stop();
    assert.match(sum, /^[0-9a-f]{32}$/);
    assert.strictEqual(Buffer.from(key, 'base64').length, 32);
  })();
}
