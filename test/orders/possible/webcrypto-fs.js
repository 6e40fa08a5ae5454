'use strict';
// A key is derived by WebCrypto, and a file is looked at.
const fs = require('node:fs');

const { order, slow } = require('../order.js');

const saw = order('key', 'stat');
async function derive() {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', Buffer.from('password'), 'PBKDF2', false, ['deriveBits']);
  await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from('salt'), iterations: slow ? 200000 : 10 }, key, 256);
  saw('key');
}
derive();
setTimeout(() => fs.stat('.', () => saw('stat')), 30);
