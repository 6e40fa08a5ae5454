'use strict';
// Slow disk: the reading of the folder by the pruning, and a little the template.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  let count = 0;
  lateAsync(fs.promises, 'readdir', () => ++count === 1, 350);
  lateAsync(fs.promises, 'readFile', () => true, 450);
});
