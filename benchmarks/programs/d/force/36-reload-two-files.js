// The texts are slow, the second time.
const fs = require('fs');
const readFile = fs.promises.readFile;
let n = 0;
fs.promises.readFile = async (file, ...args) => {
  if (file.endsWith('texts.json') && ++n === 2) await new Promise((r) => setTimeout(r, 3000));
  return readFile(file, ...args);
};
require('../racy/36-reload-two-files.js');
