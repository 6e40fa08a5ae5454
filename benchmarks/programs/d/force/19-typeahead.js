// The small file is on a slow disk.
const fs = require('fs');
const readFile = fs.readFile;
fs.readFile = (file, ...args) => (file.endsWith('/a') ? setTimeout(() => readFile(file, ...args), 2000) : readFile(file, ...args));
require('../racy/19-typeahead.js');
