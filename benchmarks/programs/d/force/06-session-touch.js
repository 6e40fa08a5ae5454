// The write of the visit is slow.
const fs = require('fs');
const writeFile = fs.promises.writeFile;
let first = true;
fs.promises.writeFile = async (...args) => {
  if (first) { first = false; await new Promise((r) => setTimeout(r, 800)); }
  return writeFile(...args);
};
// The logout is done, and then the write comes: slow down the last question as well.
const crypto = require('crypto');
const scrypt = crypto.scrypt;
crypto.scrypt = (p, s, n, cb) => scrypt(p, s, n, p === 'token2' ? (...r) => setTimeout(cb, 1500, ...r) : cb);
require('../racy/06-session-touch.js');
