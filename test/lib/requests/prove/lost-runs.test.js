'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { runUnlessLost, runUntil } = require('../../../../lib/requests/prove/lost-runs.js');

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

test('a run in which a request seemed to wait is made again, if it did not wait in the first one', async () => {
  const by = (text) => ({ blocked: text && { by: text } });
  const madeOf = async (first, ...later) => {
    const outcomes = [by(first)];
    await runUntil(outcomes, 3, async () => by(later.shift()));
    return { kept: outcomes.map(({ blocked }) => blocked?.by), left: later.length };
  };
  assert.deepEqual(await madeOf(undefined, 'process', undefined, undefined), { kept: [undefined, undefined, undefined], left: 0 });
  assert.deepEqual(await madeOf(undefined, 'lock', undefined), { kept: [undefined, 'lock', undefined], left: 0 });
  assert.deepEqual(await madeOf('store', 'store', 'store'), { kept: ['store', 'store', 'store'], left: 0 });
  const often = await madeOf(undefined, 'store', 'store', 'store', 'store', undefined);
  assert.deepEqual(often, { kept: [undefined, 'store', undefined], left: 0 });
});
