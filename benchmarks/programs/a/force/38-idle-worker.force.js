require('./_f.cjs');
// One worker that is ended when it was idle for a while and started again when there is work.
const { Worker, isMainThread, parentPort } = require('worker_threads');
const fs = require('fs');
const assert = require('assert');

if (!isMainThread) {
  parentPort.on('message', (text) => parentPort.postMessage(text.length));
} else {
  class Counter {
    count(text) {
      clearTimeout(this.idle);
      if (!this.worker) {
        const worker = (this.worker = new Worker(__filename));
        worker.on('exit', () => (this.worker = null));
      }
      this.worker.postMessage(text);
      return new Promise((resolve, reject) => {
        this.worker.once('error', reject);
        this.worker.once('message', (n) => {
          this.worker.off('error', reject);
          /* force */ this.idle = setTimeout(() => { this.worker.terminate(); this.ending = true; go(); }, 120);
          resolve(n);
        });
      });
    }
  }

  let complete = false;
  /* force */ let go; const gate = new Promise((r) => (go = r)); setTimeout(() => {}, 1000);
  process.on('exit', () => assert.ok(complete, 'the second count never ended'));
  (async () => {
    const counter = new Counter();
    assert.strictEqual(await counter.count('hello'), 5);
    const text = await fs.promises.readFile(__filename, 'latin1');
    /* force */ await gate;
    assert.strictEqual(await counter.count(text), text.length);
    complete = true;
  })();
}
