'use strict';
const testRunner = require('./runner.js');

testRunner('tap', {
  packages: { tap: '21.1.0' },
  helpers: /node_modules\/(?!tap\/|@tapjs\/)|^message#/, // Node's own messages to its thread of loader hooks
  command: ({ bin, what, NODE_OPTIONS }) => ({
    args: [bin('tap', 'dist/esm/run.mjs'), `${what}.js`, '--disable-coverage'],
    env: { NODE_OPTIONS },
  }),
});
