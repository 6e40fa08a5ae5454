'use strict';
// Two timers of different durations; the first one starts a stat.
const fs = require('node:fs');

const { order, busy } = require('../order.js');

const saw = order('first', 'stat', 'second');
setTimeout(() => {
  saw('first');
  fs.stat('.', () => saw('stat'));
}, 120);
setTimeout(() => saw('second'), 200);
setTimeout(() => busy(110), 100);
