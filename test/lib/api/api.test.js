'use strict';
const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { promisify } = require('node:util');

const { minimize, run } = require('../../../lib/api/index.js');
const { CAMPAIGN_OPTIONS } = require('../../../lib/options/campaign.js');
const { OPTIONS } = require('../../../lib/options/program.js');
const { UNSUPPORTED } = require('../../../lib/options/unsupported.js');
const { FIXTURES, makeFolder } = require('../../support/cli.js');

const env = { ...process.env, NACD_TEST_PRELOAD: path.join(FIXTURES, 'stand-in.js'), NODE_OPTIONS: '' };

test('run and minimize for programs', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const types = [];
  const campaign = await run({
    command: ['node', 'race.js'], seed: 1, cwd, env, onEvent: ({ type }) => types.push(type),
  });
  assert.equal(campaign.state, 'done');
  assert.deepEqual(types, ['start', 'baseline', 'run', 'note', 'failure', 'end']);
  const found = await minimize({ failure: campaign.failures[0].id, cwd, env });
  assert.equal(found.outcome, 'minimized');
  assert.equal(found.race.delayed.place.shown, 'race.js:6:4');
  assert.equal(found.race.overtaker.place.shown, 'race.js:11:1');
});

test('the same from the package itself, whose import brings the hooks with it', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const program = path.join(FIXTURES, 'campaign.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, cwd], { env: { ...env, NACD_QUIET: '1' } });
  assert.deepEqual(JSON.parse(stdout), {
    types: ['start', 'baseline', 'run', 'note', 'failure', 'end'],
    counts: [0, null, 1, null, 1, 1],
    outcome: 'minimized',
    place: 'race.js:6:4',
    problem: 'nacd: nacd-native: jobs=0 is not valid: allowed is a whole number from 1 to 256',
    stopped: 'interrupted',
  });
});

test('a bad option rejects with the line that names it', async () => {
  await assert.rejects(run({ command: ['x'], jobs: 0 }), { message: 'nacd: nacd-native: jobs=0 is not valid: allowed is a whole number from 1 to 256' });
  await assert.rejects(run({ command: [] }), TypeError);
});

test('the type declarations have every option', () => {
  const declared = fs.readFileSync(path.join(__dirname, '../../../lib/index.d.ts'), 'utf8');
  const ofRequests = ({ verbs = [] }) => verbs.length === 1 && verbs[0] === 'requests';
  const isForUsers = (option) => !ofRequests(option) && !UNSUPPORTED.includes(option);
  const keys = [...OPTIONS, ...CAMPAIGN_OPTIONS].filter(isForUsers).map(({ key }) => key);
  const chosen = new Set(['trace', 'schedule', 'quiet', 'requests', 'requestsPlan']); // by the tool itself
  const missing = keys.filter((key) => !chosen.has(key) && !new RegExp(`^ {2}${key}\\?:`, 'm').test(declared));
  assert.deepEqual(missing, []);
});
