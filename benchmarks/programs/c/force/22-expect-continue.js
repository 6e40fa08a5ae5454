'use strict';
// Slow disk: the reading of the users.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('users.json'), 1000);
});
