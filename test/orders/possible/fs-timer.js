'use strict';
// A file is read, and a timer.
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('file', 'timer');
fs.readFile(file('a', 'x'), () => saw('file'));
setTimeout(() => saw('timer'), 50);
