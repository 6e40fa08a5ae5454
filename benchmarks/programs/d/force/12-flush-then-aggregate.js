// The workers have a slow disk. (Cluster workers run this file too.)
const fs = require('fs');
const writeFile = fs.writeFile;
fs.writeFile = (...args) => setTimeout(() => writeFile(...args), 2000);
require('../racy/12-flush-then-aggregate.js');
