'use strict';
// Slow disk: the reading of the routes.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('routes.json'), 450);
});
