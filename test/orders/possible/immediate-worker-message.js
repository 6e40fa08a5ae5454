'use strict';
// A worker answers while an immediate is pending.
const { Worker } = require('node:worker_threads');
const code = "const { parentPort } = require('node:worker_threads'); parentPort.once('message', (m) => { for (const end = Date.now() + 20; Date.now() < end;); parentPort.postMessage(m); })";

const { order, busy } = require('../order.js');

const saw = order('immediate', 'message');
const worker = new Worker(code, { eval: true });
worker.on('message', () => saw('message'));
worker.once('online', () => setTimeout(() => {
  worker.postMessage('question');
  setImmediate(() => saw('immediate'));
  busy(100);
}, 10));
