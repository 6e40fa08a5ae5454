// The first worker has a slow disk. (Cluster workers run this file too.)
const fs = require('fs');
const readFile = fs.readFile;
fs.readFile = (file, ...args) => (file.endsWith('a-m.json') ? setTimeout(() => readFile(file, ...args), 3000) : readFile(file, ...args));
require('../racy/32-shard-hello.js');
