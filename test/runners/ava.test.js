'use strict';
const testRunner = require('./runner.js');

testRunner('ava', {
  packages: { ava: '6.4.1' },
  helpers: /node_modules\/(?!ava\/)/,
  command: ({ bin, what, NODE_OPTIONS }) => ({ args: [bin('ava', 'entrypoints/cli.mjs'), `${what}.mjs`], env: { NODE_OPTIONS } }),
});
