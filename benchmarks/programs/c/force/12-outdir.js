'use strict';
// Slow disk: the making of the folder.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ start }) => {
  start(fs, 'mkdir', ([file]) => String(file).endsWith('js'), 4000);
});
