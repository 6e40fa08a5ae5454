'use strict';
// Timers that are set together come by their time. (The thread would have to be taken off the processor between two
// calls for longer than they differ.)
const { order } = require('../order.js');

const saw = order('10', '150', '300');
setTimeout(() => saw('300'), 300);
setTimeout(() => saw('10'), 10);
setTimeout(() => saw('150'), 150);
