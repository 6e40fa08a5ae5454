'use strict';
// The second task is submitted by the immediate that the first one's callback sets, so both never come in one turn.
const fs = require('node:fs');

const { order } = require('../order.js');

const saw = order('task', 'immediate', 'task');
fs.stat('.', () => {
  saw('task');
  setImmediate(() => {
    saw('immediate');
    fs.stat('.', () => saw('task'));
  });
});
