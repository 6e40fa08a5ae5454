'use strict';
// An immediate, and a task that is done soon.
const { order, busy, task } = require('../order.js');

const saw = order('immediate', 'done');
setTimeout(() => {
  task(() => saw('done'));
  setImmediate(() => saw('immediate'));
  busy(50);
}, 5);
