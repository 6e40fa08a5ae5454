// The workers are slow in writing the file. (Cluster workers run this file too.)
const fs = require('fs');
const writeFile = fs.promises.writeFile;
fs.promises.writeFile = async (...args) => { await new Promise((r) => setTimeout(r, 1500)); return writeFile(...args); };
require('../racy/11-leader-file.js');
