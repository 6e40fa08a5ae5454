'use strict';
// Timers that are set together come by their time.
const { order } = require('../order.js');

const saw = order('10', '20', '30');
setTimeout(() => saw('30'), 30);
setTimeout(() => saw('10'), 10);
setTimeout(() => saw('20'), 20);
