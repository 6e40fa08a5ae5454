'use strict';
// Two timers, set at two moments, are due some ten milliseconds apart; the first one sets an immediate.
const { busy, order } = require('../order.js');

const saw = order('first', 'immediate', 'second');
setTimeout(() => {
  saw('first');
  setImmediate(() => saw('immediate'));
}, 150);
setTimeout(() => {
  setTimeout(() => saw('second'), 120);
  setTimeout(() => busy(150), 80);
}, 50);
