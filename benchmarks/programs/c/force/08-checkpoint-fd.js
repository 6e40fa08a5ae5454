'use strict';
// Slow disk: the opening of the file.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'open', ([file]) => String(file).endsWith('samples.log'), 450);
});
