'use strict';
// What a worker says on a port that keeps no process alive, and a process that ends when its file is read.
const fs = require('node:fs');
const { MessageChannel, Worker } = require('node:worker_threads');
const code = `const { workerData: { port, ms } } = require('node:worker_threads');
  port.once('message', () => setTimeout(() => port.postMessage('log'), ms));`;

const { file, order, whenSlow } = require('../order.js');

const saw = order('log', 'file');
const { port1, port2 } = new MessageChannel();
const worker = new Worker(code, { eval: true, workerData: { port: port2, ms: whenSlow(900) }, transferList: [port2] });
worker.once('online', () => {
  port1.on('message', () => saw('log'));
  port1.unref();
  worker.unref();
  port1.postMessage('go');
  setTimeout(() => fs.readFile(file('a', 'x', 0), () => saw('file')), 200);
});
