'use strict';
// A thread scores texts with weights in shared memory; the main thread fills in the weights.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
  const weights = new Float64Array(workerData.weights);
  parentPort.once('message', ({ text }) => {
    // how well the text compresses is one of the features
    zlib.brotliCompress(text, (err, packed) => {
      if (err) throw err;
      const features = [text.length, packed.length];
      parentPort.postMessage(features.map((f, i) => f * weights[i]).reduce((a, b) => a + b));
    });
  });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'score-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'weights.bin');
  fs.writeFileSync(file, Buffer.from(new Float64Array([2, 0]).buffer));

  const shared = new SharedArrayBuffer(16);

  function loadWeights() {
    fs.open(file, 'r', (err, fd) => {
      if (err) throw err;
      const bytes = Buffer.alloc(16);
      fs.read(fd, bytes, 0, 16, 0, (err) => {
        if (err) throw err;
        new Uint8Array(shared).set(bytes);
        fs.close(fd, () => {});
      });
    });
  }

  const worker = new Worker(__filename, { workerData: { weights: shared } });
  worker.once('online', () => {
    const text = 'weather forecast: rain, '.repeat(100000);
    worker.postMessage({ text });
    loadWeights();
    worker.once('message', (score) => assert.strictEqual(score, 2 * text.length));
  });
}
