'use strict';
const testRunner = require('./runner.js');

testRunner('node --test', {
  suite: 'node',
  chains: true,
  command: ({ what, preload }) => ({ args: [...preload, '--test', `${what}.js`] }),
});
