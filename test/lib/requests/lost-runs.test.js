'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { runUnlessLost } = require('../../../lib/requests/lost-runs.js');

async function statesOf(states, hasCome) {
  const left = [...states];
  const { state } = await runUnlessLost(async () => ({ state: left.shift() }), hasCome);
  return { state, runs: states.length - left.length };
}

test('a run whose requests did not come is made once more, if they came before', async () => {
  assert.deepEqual(await statesOf(['not seen', 'done'], true), { state: 'done', runs: 2 });
  assert.deepEqual(await statesOf(['connection closed', 'not seen', 'done'], true), { state: 'not seen', runs: 2 });
});

test('a run that says something is made once, and so is one whose requests never came', async () => {
  assert.deepEqual(await statesOf(['timeout', 'done'], true), { state: 'timeout', runs: 1 });
  assert.deepEqual(await statesOf(['not seen', 'done'], false), { state: 'not seen', runs: 1 });
});
