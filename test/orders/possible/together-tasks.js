'use strict';
// Two tasks end; the first callback sets an immediate that goes on with what has come by then.
const crypto = require('node:crypto');

const { busy, order } = require('../order.js');

const saw = order('task', 'immediate', 'task');
const work = (rounds, done) => crypto.pbkdf2('password', 'salt', rounds, 32, 'sha256', done);
let count = 0;
const done = () => {
  saw('task');
  if (++count === 1) setImmediate(() => saw('immediate'));
};
work(2000, done);
work(100000, done);
busy(400);
