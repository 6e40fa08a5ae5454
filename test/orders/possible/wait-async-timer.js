'use strict';
// A wait by Atomics.waitAsync for a worker, and a timer.
const { Worker } = require('node:worker_threads');
const code = "const { workerData: { shared, ms } } = require('node:worker_threads'); setTimeout(() => { Atomics.store(shared, 0, 1); Atomics.notify(shared, 0); }, ms)";

const { order, whenSlow } = require('../order.js');

const saw = order('notified', 'timer');
const shared = new Int32Array(new SharedArrayBuffer(4));
new Worker(code, { eval: true, workerData: { shared, ms: whenSlow(500) } });
const { value } = Atomics.waitAsync(shared, 0, 0);
Promise.resolve(value).then(() => saw('notified'));
// From when a second worker has started: a busy machine may take long to start one.
new Worker('', { eval: true }).on('online', () => setTimeout(() => saw('timer'), 250));
