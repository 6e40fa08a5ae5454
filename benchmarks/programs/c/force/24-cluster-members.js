'use strict';
// Slow child: the first worker reads its settings late.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('config.json') && process.env.MEMBER === 'one', 2500);
});
