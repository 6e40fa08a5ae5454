'use strict';
// Slow disk: the reading of the settings.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  lateAsync(fs.promises, 'readFile', ([file]) => String(file).endsWith('lint.json'), 4000);
});
