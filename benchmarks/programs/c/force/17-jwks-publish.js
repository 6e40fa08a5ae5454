'use strict';
// Slow disk: the writing of the public keys after the rotation.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'writeFile', ([, text]) => String(text).includes('k2'), 600);
});
