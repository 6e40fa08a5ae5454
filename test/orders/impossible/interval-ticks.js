'use strict';
// An interval of 10 ms does not tick twice before a timer of 15 ms that was set with it.
const { order } = require('../order.js');

const saw = order('tick', 'timer');
const interval = setInterval(() => saw('tick'), 10);
setTimeout(() => {
  saw('timer');
  clearInterval(interval);
}, 15);
