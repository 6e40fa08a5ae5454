'use strict';
// What a timer's callback defers with setImmediate comes before a task that the immediate submits, also after a stall.
const fs = require('node:fs');

const { order } = require('../order.js');

const saw = order('timer', 'immediate', 'task');
setTimeout(() => {
  saw('timer');
  setImmediate(() => {
    saw('immediate');
    fs.stat('.', () => saw('task'));
  });
}, 5);
