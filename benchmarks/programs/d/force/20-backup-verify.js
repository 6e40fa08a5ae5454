// The backup is written to a slow disk.
const fs = require('fs');
const write = fs.write;
if (process.argv[2] !== 'verify') fs.write = (...args) => setTimeout(() => write(...args), 1500);
require('../racy/20-backup-verify.js');
