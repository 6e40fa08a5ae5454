'use strict';
// Writes on one stream are done in their order.
const fs = require('node:fs');

const { order, newPath } = require('../order.js');

const saw = order('open', 'a', 'b', 'finish', 'close');
const stream = fs.createWriteStream(newPath('a')).on('close', () => saw('close')).on('finish', () => saw('finish')).on('open', () => saw('open'));
stream.write('a', () => saw('a'));
stream.write('b', () => saw('b'));
stream.end();
