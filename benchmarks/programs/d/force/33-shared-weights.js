// The weights are on a slow disk.
const fs = require('fs');
const read = fs.read;
fs.read = (...args) => setTimeout(() => read(...args), 3000);
require('../racy/33-shared-weights.js');
