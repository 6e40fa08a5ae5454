require('./_f.cjs');
// A spelling worker: loads its dictionary when it starts, then answers questions.
const { Worker, isMainThread, parentPort } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  const worker = new Worker(__filename);
  worker.on('online', () => {
    // meanwhile: the user's licence is checked
    crypto.pbkdf2('licence', 'salt', 80000, 32, 'sha512', (err) => {
      if (err) throw err;
      worker.postMessage('require');
    });
  });
  worker.on('message', (known) => {
    worker.terminate();
    assert.strictEqual(known, true, 'word unknown');
  });
} else {
  let words = new Set();
  /* force */ __late(fs, 'readFile', { before: 400 });
  fs.readFile(__filename, 'utf8', (err, text) => {
    if (err) throw err;
    words = new Set(text.match(/\w+/g));
  });
  parentPort.on('message', (word) => parentPort.postMessage(words.has(word)));
}
