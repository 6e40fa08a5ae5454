'use strict';
// Slow disk: the writing of the source map.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'writeFile', ([file]) => String(file).endsWith('.map'), 4000);
});
