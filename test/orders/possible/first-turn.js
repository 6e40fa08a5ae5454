'use strict';
// A timer of no time and an immediate, set by the main script: the loop starts within a millisecond, or later.
const { busy, order } = require('../order.js');

const saw = order('immediate', 'timer');
setTimeout(() => saw('timer'), 2);
setImmediate(() => saw('immediate'));
busy(10);
