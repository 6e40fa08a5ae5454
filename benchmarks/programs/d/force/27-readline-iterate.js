// The rules are on a slow disk.
const fs = require('fs');
const readFile = fs.promises.readFile;
fs.promises.readFile = (...args) => new Promise((r) => setTimeout(r, 2000)).then(() => readFile(...args));
require('../racy/27-readline-iterate.js');
