// A spelling worker that gets its first question only when it has loaded its dictionary.
const { Worker, isMainThread, parentPort } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  class Speller {
    constructor() {
      this.worker = new Worker(__filename);
      this.nextId = 0;
      this.waiting = new Map();
      this.ready = new Promise((resolve, reject) => {
        this.worker.on('error', reject);
        this.worker.on('message', ({ type, id, known }) => {
          if (type === 'ready') return resolve();
          this.waiting.get(id)(known);
          this.waiting.delete(id);
        });
      });
    }

    async ask(word) {
      await this.ready;
      return new Promise((resolve) => {
        this.waiting.set(++this.nextId, resolve);
        this.worker.postMessage({ id: this.nextId, word });
      });
    }
  }

  (async () => {
    const speller = new Speller();
    const answers = Promise.all(['require', 'xylophones'.slice(0, 4), 'Worker'].map((w) => speller.ask(w)));
    const later = new Promise((r) => crypto.pbkdf2('a', 'b', 30000, 16, 'sha1', r)).then(() => speller.ask('const'));
    assert.deepStrictEqual(await answers, [true, false, true]);
    assert.strictEqual(await later, true);
    assert.strictEqual(await speller.worker.terminate(), 1);
  })();
} else {
  let words;
  fs.readFile(__filename, 'utf8', (err, text) => {
    if (err) throw err;
    words = new Set(text.match(/\w+/g));
    parentPort.postMessage({ type: 'ready' });
  });
  parentPort.on('message', ({ id, word }) => {
    setImmediate(() => parentPort.postMessage({ type: 'answer', id, known: words.has(word) }));
  });
}
