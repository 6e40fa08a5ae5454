'use strict';
// Slow thread: one renewal of the lease.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'writeFile', ([, number]) => number === '3', 800);
});
