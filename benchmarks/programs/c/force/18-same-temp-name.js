'use strict';
// Slow disk: the first writing of the temporary file.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'writeFile', ([, text]) => !String(text).includes('todo'), 450);
});
