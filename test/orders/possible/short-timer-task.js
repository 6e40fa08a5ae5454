'use strict';
// A timer of some milliseconds, and a task of the pool that takes some ten: its callback comes first if the thread is
// not run for as long.
const crypto = require('node:crypto');

const { order, whenSlow } = require('../order.js');

const saw = order('timer', 'task');
setTimeout(() => saw('timer'), 5 + whenSlow(600));
crypto.pbkdf2('password', 'salt', 100000, 32, 'sha256', () => saw('task'));
