// The journal is on a slow disk.
const fs = require('fs');
const appendFile = fs.appendFile;
fs.appendFile = (...args) => setTimeout(() => appendFile(...args), 1500);
require('../racy/08-journal-on-end.js');
