'use strict';
// A file stream is opened, read, ended and closed.
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('open', 'data', 'end', 'close');
const stream = fs.createReadStream(file('a', 'x', 0));
stream.on('close', () => saw('close')).on('end', () => saw('end')).on('data', () => saw('data')).on('open', () => saw('open'));
