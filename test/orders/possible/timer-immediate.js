'use strict';
// A timer of some milliseconds and an immediate, set by the main script.
const { order, busy } = require('../order.js');

const saw = order('immediate', 'timer');
setTimeout(() => saw('timer'), 5);
setImmediate(() => saw('immediate'));
busy(10);
