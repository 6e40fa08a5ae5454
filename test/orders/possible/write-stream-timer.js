'use strict';
// A stream is written to its end, and a timer.
const fs = require('node:fs');

const { order, newPath, slow } = require('../order.js');

const saw = order('finish', 'timer');
const stream = fs.createWriteStream(newPath('a'));
stream.on('finish', () => saw('finish'));
stream.end(Buffer.alloc(slow ? 400000000 : 10));
setTimeout(() => saw('timer'), 60);
