// The history is on a slow disk.
const fs = require('fs');
const readFile = fs.readFile;
fs.readFile = (...args) => setTimeout(() => readFile(...args), 2000);
require('../racy/14-sse-history.js');
