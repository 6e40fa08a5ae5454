'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { minimize, run } = require('../../lib/api.js');
const { FIXTURES, makeFolder } = require('./helpers.js');

const env = { ...process.env, NACD_TEST_PRELOAD: path.join(FIXTURES, 'stand-in.js'), NODE_OPTIONS: '' };

test('run and minimize for programs', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const types = [];
  const campaign = await run({
    command: ['node', 'race.js'], seed: 1, cwd, env, onEvent: ({ type }) => types.push(type),
  });
  assert.equal(campaign.state, 'done');
  assert.deepEqual(types, ['start', 'baseline', 'run', 'failure', 'end']);
  const found = await minimize({ failure: campaign.failures[0].id, cwd, env });
  assert.equal(found.outcome, 'minimized');
  assert.equal(found.race.delayed.place.shown, 'race.js:6:4');
  assert.equal(found.race.overtaker.place.shown, 'race.js:11:1');
});

test('a bad option rejects with the line that names it', async () => {
  await assert.rejects(run({ command: ['x'], jobs: 0 }), { message: 'nacd: nacd-native: jobs=0 is not valid: allowed is a whole number from 1 to 256' });
  await assert.rejects(run({ command: [] }), TypeError);
});
