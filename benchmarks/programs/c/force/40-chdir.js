'use strict';
// Slow disk: the first opening of a file begins late.
const fs = require('fs');
let count = 0;
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'readFile', ([file]) => file === 'package.json' && ++count === 1, 250);
});
