'use strict';
// Set by a timer, an immediate comes before another timer.
const { order } = require('../order.js');

const saw = order('immediate', 'timer');
setTimeout(() => {
  setTimeout(() => saw('timer'), 1);
  setImmediate(() => saw('immediate'));
}, 10);
