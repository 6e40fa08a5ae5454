'use strict';
// Ticks of an interval that a busy thread makes fewer, against a timer.
const { order, busy } = require('../order.js');

const saw = order('tick', 'tick', 'timer');
const interval = setInterval(() => saw('tick'), 20);
setTimeout(() => {
  saw('timer');
  clearInterval(interval);
}, 50);
setTimeout(() => busy(60), 10);
