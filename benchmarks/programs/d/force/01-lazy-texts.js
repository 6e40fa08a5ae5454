// The texts are on a slow disk.
const fs = require('fs');
const readFile = fs.readFile;
fs.readFile = (...args) => setTimeout(() => readFile(...args), 1500);
require('../racy/01-lazy-texts.js');
