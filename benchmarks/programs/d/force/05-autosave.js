// The second save is slow.
const fs = require('fs');
const writeFile = fs.writeFile;
let n = 0;
fs.writeFile = (...args) => (++n === 2 ? setTimeout(() => writeFile(...args), 800) : writeFile(...args));
require('../racy/05-autosave.js');
