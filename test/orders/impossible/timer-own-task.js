'use strict';
// A timer submits a task and sets another timer that waits for it, however late the thread is.
const fs = require('node:fs');

const { order } = require('../order.js');

const saw = order('timer', 'task', 'later');
setTimeout(() => {
  saw('timer');
  fs.stat('.', () => {
    saw('task');
    setTimeout(() => saw('later'), 5);
  });
}, 5);
