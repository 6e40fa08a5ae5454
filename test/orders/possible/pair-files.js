'use strict';
// A worker writes an index and then the data of it; the main thread reads both some time later. Rare: between the two.
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const fs = require('node:fs');
const { newPath, order, slow } = require('../order.js');

if (isMainThread) {
  const seen = order('whole');
  const [index, data] = ['index', 'data'].map(newPath);
  fs.writeFileSync(index, '1');
  fs.writeFileSync(data, 'data 1');
  new Worker(__filename, { workerData: { index, data } });
  setTimeout(() => fs.readFile(index, 'utf8', (_, number) => {
    fs.readFile(data, 'utf8', (__, text) => seen(number && text && text !== `data ${number}` ? 'torn' : 'whole'));
  }), 350);
} else {
  const writeData = () => fs.writeFile(workerData.data, 'data 2', () => {});
  const write = () => fs.writeFile(workerData.index, '2', () => (slow ? setTimeout(writeData, 600) : writeData()));
  setTimeout(write, 50);
}
