'use strict';
// A settled promise comes before any timer.
const { order } = require('../order.js');

const saw = order('promise', 'promise', 'timer');
setTimeout(() => saw('timer'), 0);
Promise.resolve().then(() => {
  saw('promise');
  return Promise.resolve().then(() => saw('promise'));
});
