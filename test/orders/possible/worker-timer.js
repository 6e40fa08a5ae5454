'use strict';
// A message of a worker, and a timer.
const { Worker } = require('node:worker_threads');
const code = "const { parentPort, workerData } = require('node:worker_threads'); setTimeout(() => parentPort.postMessage('x'), workerData)";

const { order, whenSlow } = require('../order.js');

const saw = order('message', 'timer');
new Worker(code, { eval: true, workerData: whenSlow(500) }).on('message', () => saw('message'));
setTimeout(() => saw('timer'), 300);
