'use strict';
// Slow disk: the first reading of the folder "cur".
const fs = require('fs');
let count = 0;
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readdir', ([folder]) => folder.endsWith('cur') && ++count === 1, 300);
});
