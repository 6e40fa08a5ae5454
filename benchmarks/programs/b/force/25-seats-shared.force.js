require('./_f.cjs');
// Two box offices (workers) sell seats; the number of free ones is in shared memory.
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const fs = require('fs/promises');
const assert = require('assert');

if (isMainThread) {
  const seats = new Int32Array(new SharedArrayBuffer(4));
  seats[0] = 3;
  const offices = ['north', 'south'].map((name) => new Worker(__filename, { workerData: { name, seats } }));
  let sold = 0;
  let answers = 0;
  for (const office of offices) {
    office.on('message', ({ ready, ok }) => {
      if (ready) return office === offices[0] ? office.postMessage(2) : setTimeout(() => office.postMessage(2), 300);
      if (ok) sold += 2;
      if (++answers < 2) return;
      offices.forEach((o) => o.terminate());
      assert.ok(seats[0] >= 0, `${sold} of 3 seats sold`);
      assert.strictEqual(seats[0], 3 - sold);
    });
  }
} else {
  const { name, seats } = workerData;
  /* force */ if (name === 'north') __late(fs, 'stat', { before: 3000 });
  parentPort.on('message', async (wanted) => {
    if (Atomics.load(seats, 0) < wanted) return parentPort.postMessage({ ok: false });
    const price = (await fs.stat(__filename)).size;
    Atomics.sub(seats, 0, wanted);
    parentPort.postMessage({ ok: true, name, price });
  });
  parentPort.postMessage({ ready: true });
}
