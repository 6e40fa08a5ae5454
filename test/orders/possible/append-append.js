'use strict';
// Appends to two files.
const fs = require('node:fs');

const { order, newPath, slow } = require('../order.js');

const saw = order('first', 'second');
fs.appendFile(newPath('a'), Buffer.alloc(slow ? 500000000 : 1), () => saw('first'));
setTimeout(() => fs.appendFile(newPath('b'), 'x', () => saw('second')), 20);
