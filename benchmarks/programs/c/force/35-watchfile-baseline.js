'use strict';
// Slow pool: its threads are busy when the first look at the file is asked for.
const fs = require('fs');
const crypto = require('crypto');
require('./support/slow.js')(__filename, () => {
  const { watchFile } = fs;
  fs.watchFile = (...args) => {
    for (let i = 0; i < 8; i++) crypto.pbkdf2('x', 'y', 300000, 16, 'sha512', () => {});
    return watchFile(...args);
  };
});
