'use strict';
// Messages of a worker on two ports.
const { Worker } = require('node:worker_threads');
const code = "const { workerData: { ports, ms } } = require('node:worker_threads'); setTimeout(() => ports[0].postMessage('x'), ms); setTimeout(() => ports[1].postMessage('x'), 30)";

const { order, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const channels = [new MessageChannel(), new MessageChannel()];
const ports = channels.map(({ port2 }) => port2);
new Worker(code, { eval: true, workerData: { ports, ms: whenSlow(100) }, transferList: ports });
channels.forEach(({ port1 }, at) => port1.on('message', () => {
  saw(['first', 'second'][at]);
  port1.close();
}));
