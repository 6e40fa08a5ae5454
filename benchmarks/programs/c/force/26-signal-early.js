'use strict';
// Slow child: its reading of the settings.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ late }) => {
  late(fs, 'readFile', ([file]) => String(file).endsWith('service.json'), 600);
});
