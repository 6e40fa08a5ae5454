'use strict';
const testRunner = require('./runner.js');

testRunner('mocha', {
  packages: { mocha: '11.7.5' },
  limits: true,
  chains: true,
  command: ({ bin, what, preload }) => ({ args: [bin('mocha', 'bin/mocha.js'), ...preload, `${what}.js`] }),
});
