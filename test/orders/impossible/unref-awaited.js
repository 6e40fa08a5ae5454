'use strict';
// A worker keeps no process alive, but the program waits for its answer with something that does.
const { Worker } = require('node:worker_threads');
const code = "const { parentPort } = require('node:worker_threads'); parentPort.once('message', (message) => parentPort.postMessage(message))";

const { order } = require('../order.js');

const saw = order('answer', 'end');
const worker = new Worker(code, { eval: true });
worker.unref();
const alive = setInterval(() => {}, 1000);
worker.once('message', () => {
  saw('answer');
  clearInterval(alive);
  setImmediate(() => saw('end'));
});
worker.postMessage(1);
