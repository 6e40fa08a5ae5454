// The first key takes its time.
const crypto = require('crypto');
const util = require('util');
const generate = util.promisify(crypto.generateKeyPair);
let first = true;
crypto.generateKeyPair = (type, cb) => {};
crypto.generateKeyPair[util.promisify.custom] = async (type) => {
  const pair = generate(type);
  if (first) { first = false; await new Promise((r) => setTimeout(r, 3000)); }
  return pair;
};
require('../racy/35-two-keys.js');
