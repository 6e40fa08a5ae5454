'use strict';
// A short timer, and a longer task of the pool: its callback comes first if the thread is not run for as long.
const crypto = require('node:crypto');

const { order, whenSlow } = require('../order.js');

const saw = order('timer', 'task');
setImmediate(() => {
  setTimeout(() => saw('timer'), 60 + whenSlow(4000));
  crypto.pbkdf2('password', 'salt', 250000, 32, 'sha256', () => saw('task'));
});
