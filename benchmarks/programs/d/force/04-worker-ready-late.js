// The template is on a slow disk.
const { isMainThread } = require('worker_threads');
if (isMainThread) {
  const fs = require('fs');
  const readFile = fs.promises.readFile;
  fs.promises.readFile = (...args) => new Promise((r) => setTimeout(r, 1500)).then(() => readFile(...args));
}
require('../racy/04-worker-ready-late.js');
