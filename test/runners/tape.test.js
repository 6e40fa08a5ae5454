'use strict';
const testRunner = require('./runner.js');

testRunner('tape', {
  packages: { tape: '5.9.0' },
  command: ({ bin, what, preload }) => ({ args: [...preload, bin('tape', 'bin/tape'), `${what}.js`] }),
});
