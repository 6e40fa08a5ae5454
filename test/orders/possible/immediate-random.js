'use strict';
// An immediate, and random bytes.
const crypto = require('node:crypto');

const { order, busy } = require('../order.js');

const saw = order('immediate', 'random');
setTimeout(() => {
  crypto.randomFill(Buffer.alloc(10000000), () => saw('random'));
  setImmediate(() => saw('immediate'));
  busy(100);
}, 5);
