'use strict';
// Slow disk: the reading of the report.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  lateAsync(fs.promises, 'readFile', ([file]) => String(file).endsWith('report.csv'), 500);
});
