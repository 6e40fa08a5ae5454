'use strict';
// Messages of two workers.
const { Worker } = require('node:worker_threads');
const code = "const { parentPort, workerData } = require('node:worker_threads'); setTimeout(() => parentPort.postMessage('x'), workerData)";

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
new Worker(code, { eval: true, workerData: whenSlow(500) }).on('message', () => saw('first'));
new Worker(code, { eval: true, workerData: 200 }).on('message', () => saw('second'));
