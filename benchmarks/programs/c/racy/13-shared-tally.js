'use strict';
// Two threads count the words of two files. The worker has the short one and leaves its count in shared memory.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const count = (text) => text.split(/\s+/).filter(Boolean).length;

if (isMainThread) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c13-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const long = path.join(dir, 'long.txt');
  const short = path.join(dir, 'short.txt');
  fs.writeFileSync(long, 'lorem ipsum '.repeat(500));
  fs.writeFileSync(short, 'dolor sit amet');

  const tally = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(__filename, { workerData: tally });
  worker.once('message', () => {
    worker.postMessage(short);
    fs.readFile(long, 'utf8', (err, text) => {
      assert.ifError(err);
      crypto.pbkdf2(text, 'checksum', 200000, 16, 'sha256', (err) => {
        assert.ifError(err);
        Atomics.add(tally, 0, count(text));
        worker.postMessage(null);
        assert.strictEqual(Atomics.load(tally, 0), 1003, 'all words are counted');
      });
    });
  });
} else {
  const tally = workerData;
  parentPort.on('message', (file) => {
    if (file === null) return parentPort.close();
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) throw err;
      Atomics.add(tally, 0, count(text));
    });
  });
  parentPort.postMessage('ready');
}
