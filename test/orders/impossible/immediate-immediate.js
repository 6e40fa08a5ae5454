'use strict';
// Immediates come in the order in which they were set.
const { order } = require('../order.js');

const saw = order('a', 'b', 'c');
setImmediate(() => {
  saw('a');
  setImmediate(() => saw('c'));
});
setImmediate(() => saw('b'));
