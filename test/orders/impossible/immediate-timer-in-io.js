'use strict';
// Set by a callback of I/O, an immediate comes before a timer.
const fs = require('node:fs');

const { order } = require('../order.js');

const saw = order('immediate', 'timer');
fs.stat('.', () => {
  setTimeout(() => saw('timer'), 0);
  setImmediate(() => saw('immediate'));
});
