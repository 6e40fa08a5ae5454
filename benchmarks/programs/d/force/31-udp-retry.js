// The book is on a slow disk.
const fs = require('fs');
const appendFile = fs.appendFile;
fs.appendFile = (...args) => setTimeout(() => appendFile(...args), 700);
require('../racy/31-udp-retry.js');
