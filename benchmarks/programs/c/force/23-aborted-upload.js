'use strict';
// Slow disk: the opening of the spool file.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'open', ([file]) => String(file).includes('upload-'), 900);
});
