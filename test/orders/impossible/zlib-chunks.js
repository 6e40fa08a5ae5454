'use strict';
// Chunks of one compressing stream keep their order.
const zlib = require('node:zlib');

const { order } = require('../order.js');

const saw = order('aabb');
let text = '';
const gunzip = zlib.createGunzip().on('data', (data) => (text += data)).on('end', () => saw(text));
const gzip = zlib.createGzip();
gzip.pipe(gunzip);
gzip.write('aa');
gzip.flush(() => gzip.end('bb'));
