'use strict';
// Two workers end.
const { Worker } = require('node:worker_threads');
const code = "setTimeout(() => {}, require('node:worker_threads').workerData)";

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
new Worker(code, { eval: true, workerData: whenSlow(500) }).on('exit', () => saw('first'));
new Worker(code, { eval: true, workerData: 200 }).on('exit', () => saw('second'));
