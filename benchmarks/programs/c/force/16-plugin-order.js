'use strict';
// Slow disk: the settings of the first plugin.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  lateAsync(fs.promises, 'readFile', ([file]) => String(file).endsWith('markdown.json'), 4000);
});
