'use strict';
// Slow resolver.
const dns = require('dns');
require('./support/slow.js')(__filename, ({ late }) => {
  late(dns, 'lookup', ([name]) => name === 'localhost', 450);
});
