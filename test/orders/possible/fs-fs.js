'use strict';
// Two files are read.
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('first', 'second');
fs.readFile(file('first', 'x'), () => saw('first'));
setTimeout(() => fs.readFile(file('second', 'x', 0), () => saw('second')), 20);
