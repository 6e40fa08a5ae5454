'use strict';
// Slow thread: its first reading of the users.
const fs = require('fs');
let count = 0;
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  lateAsync(fs.promises, 'readFile', ([file]) => String(file).endsWith('users.json') && ++count === 1, 450);
});
