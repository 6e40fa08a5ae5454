'use strict';
// A key is derived, and a buffer is compressed.
const crypto = require('node:crypto');
const zlib = require('node:zlib');

const { order, slow } = require('../order.js');

const saw = order('key', 'zlib');
crypto.pbkdf2('password', 'salt', slow ? 200000 : 100, 32, 'sha256', () => saw('key'));
setTimeout(() => zlib.gzip('text', () => saw('zlib')), 20);
