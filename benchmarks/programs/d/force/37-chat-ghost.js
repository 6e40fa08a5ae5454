// The lines are on a slow disk (and the question comes a bit later).
const fs = require('fs');
const readFile = fs.readFile;
fs.readFile = (...args) => setTimeout(() => readFile(...args), 2000);
const crypto = require('crypto');
const scrypt = crypto.scrypt;
crypto.scrypt = (p, s, n, cb) => scrypt(p, s, n, p === 'pause' ? (...r) => setTimeout(cb, 3500, ...r) : cb);
require('../racy/37-chat-ghost.js');
