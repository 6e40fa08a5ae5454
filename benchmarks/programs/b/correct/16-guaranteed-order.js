// A recorder whose entries come from all queues of the event loop, where each keeps its own order.
const { performance } = require('perf_hooks');
const assert = require('assert');

const entries = { timer: [], immediate: [], micro: [], tick: [] };
const record = (queue, n) => entries[queue].push(n);

for (let n = 0; n < 10; n++) {
  setTimeout(record, 15, 'timer', n); // timers of one length keep their order
  setImmediate(record, 'immediate', n);
  queueMicrotask(() => record('micro', n));
  process.nextTick(record, 'tick', n);
}

// a timer never fires before its time, however late it may be
const begin = performance.now();
const early = new Promise((resolve) => {
  setTimeout(() => {
    assert.ok(performance.now() - begin >= 29);
    resolve();
  }, 30);
});

// ticks come before microtasks, and both before anything else
const order = [];
const mixed = new Promise((resolve) => {
  setImmediate(() => {
    setImmediate(() => order.push('immediate'));
    setTimeout(() => order.push('timer'), 0);
    Promise.resolve().then(() => order.push('promise'));
    process.nextTick(() => order.push('tick'));
    order.push('sync');
    setTimeout(resolve, 20);
  });
});

process.on('exit', () => {
  const expected = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (const list of Object.values(entries)) assert.deepStrictEqual(list, expected);
});

Promise.all([early, mixed]).then(() => {
  assert.deepStrictEqual(order.slice(0, 3), ['sync', 'tick', 'promise']);
});
