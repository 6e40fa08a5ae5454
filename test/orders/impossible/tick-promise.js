'use strict';
// process.nextTick() comes before promises, and these before timers and immediates.
const { order } = require('../order.js');

const saw = order('tick', 'promise', 'immediate');
setImmediate(() => saw('immediate'));
Promise.resolve().then(() => saw('promise'));
process.nextTick(() => saw('tick'));
