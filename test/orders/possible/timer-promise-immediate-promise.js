'use strict';
// A timer and an immediate, waited for by promises.
const timers = require('node:timers/promises');

const { order, busy } = require('../order.js');

const saw = order('immediate', 'timer');
timers.setTimeout(15).then(() => saw('timer'));
timers.setImmediate().then(() => saw('immediate'));
busy(30);
