'use strict';
// An interval of 100 ms does not tick twice before a timer of 110 ms that was set with it.
const { order } = require('../order.js');

const saw = order('tick', 'timer');
const interval = setInterval(() => saw('tick'), 100);
setTimeout(() => {
  saw('timer');
  clearInterval(interval);
}, 110);
