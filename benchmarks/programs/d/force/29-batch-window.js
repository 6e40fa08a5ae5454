// One of the files is on a slow disk.
const fs = require('fs');
const readFile = fs.promises.readFile;
fs.promises.readFile = async (file, ...args) => {
  if (file.endsWith('body.json')) await new Promise((r) => setTimeout(r, 800));
  return readFile(file, ...args);
};
require('../racy/29-batch-window.js');
