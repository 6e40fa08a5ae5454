'use strict';
// Ticks of an interval that a busy thread makes fewer, against a timer.
const { order, busy } = require('../order.js');

const saw = order('tick', 'tick', 'timer');
const interval = setInterval(() => saw('tick'), 100);
setTimeout(() => {
  saw('timer');
  clearInterval(interval);
}, 250);
setTimeout(() => busy(220), 50);
