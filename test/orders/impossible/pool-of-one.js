'use strict';
// With one worker, tasks are done in the order in which they were submitted.
const crypto = require('node:crypto');
const fs = require('node:fs');

const { order } = require('../order.js');

process.env.UV_THREADPOOL_SIZE = '1';
const saw = order('key', 'stat', 'random');
crypto.pbkdf2('password', 'salt', 2000, 32, 'sha256', () => saw('key'));
fs.stat('.', () => saw('stat'));
crypto.randomBytes(10, () => saw('random'));
