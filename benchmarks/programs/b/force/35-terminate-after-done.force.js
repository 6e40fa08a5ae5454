require('./_f.cjs');
// A worker collects results into a file and says when it is done.
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (isMainThread) {
  const file = path.join(os.tmpdir(), `results-${process.pid}-${Date.now()}`);
  process.on('exit', () => fs.rmSync(file, { force: true }));
  const worker = new Worker(__filename, { workerData: file });
  worker.on('message', () => {
    crypto.pbkdf2('next job', 'salt', 200000, 32, 'sha512', async (err) => {
      if (err) throw err;
      await worker.terminate();
      assert.strictEqual(fs.readFileSync(file, 'utf8'), 'a=1\nb=2\ntotal=3\n');
    });
  });
} else {
  const results = { a: 1, b: 2 };
  let total = 0;
  for (const [name, n] of Object.entries(results)) {
    fs.appendFileSync(workerData, `${name}=${n}\n`);
    total += n;
  }
  /* force */ __late(fs, 'appendFile', { before: 5000 });
  fs.appendFile(workerData, `total=${total}\n`, (err) => {
    if (err) throw err;
  });
  parentPort.postMessage('done');
  parentPort.on('message', () => {}); // stays for the next job
}
