'use strict';
// A file is read, and a key is derived.
const crypto = require('node:crypto');
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('file', 'key');
fs.readFile(file('a', 'x', 600), () => saw('file'));
crypto.scrypt('password', 'salt', 64, { N: 16384 }, () => saw('key'));
