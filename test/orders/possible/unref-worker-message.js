'use strict';
// A worker that keeps no process alive sends something while the main thread still has a timer.
const { Worker } = require('node:worker_threads');
const code = "setTimeout(() => require('node:worker_threads').parentPort.postMessage(0), require('node:worker_threads').workerData); setInterval(() => {}, 1000)";

const { order, whenSlow } = require('../order.js');

const saw = order('ready', 'message', 'timer');
const worker = new Worker(`require('node:worker_threads').parentPort.postMessage(1); ${code}`, { eval: true, workerData: 150 + whenSlow(900) });
worker.once('message', () => {
  saw('ready');
  worker.on('message', () => saw('message'));
  worker.unref();
  setTimeout(() => saw('timer'), 450);
});
