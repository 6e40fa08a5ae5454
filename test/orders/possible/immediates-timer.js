'use strict';
// A chain of immediates, and a timer.
const { order, busy } = require('../order.js');

const saw = order('immediate', 'timer');
setTimeout(() => saw('timer'), 20);
setImmediate(() => setImmediate(() => {
  setImmediate(() => saw('immediate'));
  busy(30);
}));
