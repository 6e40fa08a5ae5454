'use strict';
// A callback sets an immediate; another task is done meanwhile.
const fs = require('node:fs');

const { order, busy, task } = require('../order.js');

const saw = order('stat', 'immediate', 'task');
setTimeout(() => {
  task(() => saw('task'));
  fs.stat('.', () => {
    saw('stat');
    setImmediate(() => saw('immediate'));
  });
  busy(40);
}, 5);
