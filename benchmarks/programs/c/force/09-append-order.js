'use strict';
// Slow disk: the first append.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'appendFile', ([, line]) => String(line).startsWith('1 '), 250);
});
