'use strict';
// Slow disk: the stat of the folder.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'stat', ([file]) => String(file).endsWith('src'), 450);
});
