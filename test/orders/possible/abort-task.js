'use strict';
// A file is read, and AbortSignal.timeout() ends the wait for it.
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('file', 'limit');
fs.readFile(file('a', 'x'), () => saw('file'));
const signal = AbortSignal.timeout(50);
signal.addEventListener('abort', () => saw('limit'));
setTimeout(() => {}, 400); // the limit keeps no process alive
