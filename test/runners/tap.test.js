'use strict';
const testRunner = require('./runner.js');

testRunner('tap', {
  packages: { tap: '21.1.0' },
  command: ({ bin, what, NODE_OPTIONS }) => ({
    args: [bin('tap', 'dist/esm/run.mjs'), `${what}.js`, '--disable-coverage'],
    env: { NODE_OPTIONS },
  }),
});
