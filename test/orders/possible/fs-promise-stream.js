'use strict';
// A file is read by a promise, another by a stream.
const fs = require('node:fs');

const { order, file, newPath } = require('../order.js');

const saw = order('promise', 'stream');
const other = newPath('b');
fs.writeFileSync(other, 'x');
fs.promises.readFile(file('a', 'x')).then(() => saw('promise'));
setTimeout(() => fs.createReadStream(other).on('data', () => {}).on('close', () => saw('stream')), 20);
