'use strict';
// Slow thread: its reading of the file.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('short.txt'), 5000);
});
