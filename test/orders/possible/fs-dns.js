'use strict';
// A file is read, and a name is looked up.
const dns = require('node:dns');
const fs = require('node:fs');

const { order, file } = require('../order.js');

const saw = order('file', 'dns');
fs.readFile(file('a', 'x'), () => saw('file'));
setTimeout(() => dns.lookup('localhost', () => saw('dns')), 30);
