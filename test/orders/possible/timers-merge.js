'use strict';
// Two timers of different durations; the first one sets an immediate.
const { order, busy } = require('../order.js');

const saw = order('first', 'immediate', 'second');
setTimeout(() => {
  saw('first');
  setImmediate(() => saw('immediate'));
}, 120);
setTimeout(() => saw('second'), 200);
setTimeout(() => busy(110), 100);
