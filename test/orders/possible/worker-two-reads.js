'use strict';
// A thread reads two files one after the other; the main thread changes both later. Rare: between the two.
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

if (isMainThread) {
  const saw = order('begun', 'same');
  const both = ['left', 'right'].map(newPath);
  for (const name of both) fs.writeFileSync(name, 'old');
  const worker = new Worker(__filename, { workerData: both });
  worker.on('message', saw);
  worker.once('message', () => setTimeout(() => {
    for (const name of both) fs.writeFileSync(name, 'new');
  }, 250));
} else {
  const [left, right] = workerData;
  parentPort.postMessage('begun');
  fs.readFile(left, 'utf8', (error, one) => setTimeout(() => {
    fs.readFile(right, 'utf8', (failed, other) => parentPort.postMessage(one === other ? 'same' : 'torn'));
  }, whenSlow(600)));
}
