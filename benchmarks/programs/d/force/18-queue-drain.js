// The plan is written to a slow disk.
const fs = require('fs');
const writeFile = fs.writeFile;
fs.writeFile = (...args) => setTimeout(() => writeFile(...args), 3000);
require('../racy/18-queue-drain.js');
