'use strict';
// Slow disk: the reading of the folder.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  lateAsync(fs.promises, 'readdir', () => true, 450);
});
