'use strict';
// The callback of a task sets a timer; one that was set before is due somewhat later, if the task is not slow.
const fs = require('node:fs');

const { file, order } = require('../order.js');

const saw = order('second', 'first');
fs.readFile(file('a', 'x', 150), () => setTimeout(() => saw('second'), 200));
setTimeout(() => saw('first'), 300);
