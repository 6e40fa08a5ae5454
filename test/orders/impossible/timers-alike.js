'use strict';
// Timers of one duration come in the order in which they were set.
const { order } = require('../order.js');

const saw = order('a', 'b');
setTimeout(() => saw('a'), 10);
setTimeout(() => setTimeout(() => saw('b'), 10), 1);
