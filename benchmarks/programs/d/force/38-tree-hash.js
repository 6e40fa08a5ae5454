// One folder is on a slow disk.
const fs = require('fs');
const readdir = fs.readdir;
fs.readdir = (name, ...args) => (name.endsWith('util') ? setTimeout(() => readdir(name, ...args), 3000) : readdir(name, ...args));
require('../racy/38-tree-hash.js');
