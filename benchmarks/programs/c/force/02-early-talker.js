'use strict';
// Slow disk: the reading of the banner.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('banner.txt'), 450);
});
