'use strict';
// A worker's messages come before its exit.
const { Worker } = require('node:worker_threads');
const worker = new Worker("const { parentPort } = require('node:worker_threads'); parentPort.postMessage('1'); parentPort.postMessage('2')", { eval: true });

const { order } = require('../order.js');

const saw = order('1', '2', 'exit');
worker.on('exit', () => saw('exit')).on('message', saw);
