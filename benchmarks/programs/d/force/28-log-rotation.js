// The first renaming is slow.
const fs = require('fs');
const rename = fs.promises.rename;
let first = true;
fs.promises.rename = async (...args) => {
  if (first) { first = false; await new Promise((r) => setTimeout(r, 3000)); }
  return rename(...args);
};
require('../racy/28-log-rotation.js');
