'use strict';
// Slow disk: the reading of the style sheet.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('style.css'), 4000);
});
