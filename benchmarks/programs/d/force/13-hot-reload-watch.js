// The editor is slow between opening the file and writing it.
const fs = require('fs');
const write = fs.write;
fs.write = (...args) => setTimeout(() => write(...args), 500);
require('../racy/13-hot-reload-watch.js');
