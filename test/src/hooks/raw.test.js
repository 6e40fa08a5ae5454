'use strict';
// Hooks that V8 calls by itself: are there such on this Node.js, or does each call go through Node-API?
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { run } = require('./harness.js');

test('functions of fs are called without Node-API', async (t) => {
  const { stdout, stderr } = await run(t, 'bound.js', { mode: 'never' });
  assert.equal(stderr, '');
  // What the hook belongs to goes before the arguments.
  assert.deepEqual(JSON.parse(stdout), { stat: ['number', 'number'], readFile: ['number', 'number'] });
});
