// The audit file is on a slow disk.
const fs = require('fs');
const fstat = fs.fstat;
fs.fstat = (...args) => setTimeout(() => fstat(...args), 6000);
require('../racy/25-audit-close.js');
