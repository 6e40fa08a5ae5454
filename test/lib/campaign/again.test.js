'use strict';
// One plain run that passed does not say that delays are what makes a command fail.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { groupsOf } = require('../../../lib/analysis/groups.js');
const { repeatedNames } = require('../../../lib/campaign/baseline.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const failureIn = (cwd) => readJson(cwd, '.nacd/campaign.json').failures[0];

test('a failure that comes without delays, too, is flaky by itself', async (t) => {
  const cwd = makeFolder(t, 'flaky.js');
  const env = { PATTERN: '01101' };
  const { status, stdout } = await nacd(['run', '-n', '1', '--', 'node', 'flaky.js'], { cwd, env });
  assert.equal(status, 1);
  assert.match(stdout, /\nFLAKY \w+ {2}Error: flaky by itself\n {2}failed 1 of 1 \(.*\) with delays, 2 of 4 without\n/);
  assert.match(stdout, /\n {2}it also fails without delays: it is flaky by itself\n/);
  assert.doesNotMatch(stdout, /FAILURE/);
  const { plain, class: is } = failureIn(cwd);
  assert.deepEqual([plain, is], [{ failed: 2, of: 4 }, 'flaky']);
});

test('so is a hang', async (t) => {
  const cwd = makeFolder(t, 'flaky-hang.js');
  const args = ['run', '-n', '1', '--timeout', '6', '--', 'node', 'flaky-hang.js'];
  await nacd(args, { cwd, env: { PATTERN: '01110' } });
  const { plain, class: is, title } = failureIn(cwd);
  assert.match(title, /^hang: /);
  assert.deepEqual([plain, is], [{ failed: 2, of: 4 }, 'flaky']);
});

test('a failure that only delays make has its plain rate beside it, in all outputs', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const args = ['run', '--seed', '1', '--mode', 'always', '--min-delay', '100', '--', 'node', 'race.js'];
  const { stdout } = await nacd(args, { cwd, env: { GITHUB_ACTIONS: 'true' } });
  assert.match(stdout, /\nFAILURE \w+ {2}.*\n {2}failed 1 of 1 \(.*\) with delays, 0 of 4 without\n/);
  assert.match(stdout, /\n::error .*with delays, 0 of 4 without/);
  const { plain, class: is } = failureIn(cwd);
  assert.deepEqual([plain, is], [{ failed: 0, of: 4 }, 'not-clear']);
  for (const format of ['html', 'junit', 'sarif', 'github']) {
    const report = await nacd(['report', '--format', format, '-o', '-'], { cwd });
    assert.match(report.stdout, /with delays, 0 of 4 without/, format);
  }
  const { failures } = JSON.parse((await nacd(['report', '--format', 'json', '-o', '-'], { cwd })).stdout);
  assert.deepEqual(failures[0].plain, { failed: 0, of: 4 });
});

test('it is repeated once in a campaign, however many failures follow', async (t) => {
  const cwd = makeFolder(t, 'flaky.js');
  const env = { PATTERN: '01' };
  await nacd(['run', '-n', '6', '--keep-going', '--', 'node', 'flaky.js'], { cwd, env });
  assert.equal(fs.readFileSync(path.join(cwd, 'runs.txt'), 'utf8'), String(1 + 6 + 3));
});

test('repetitions are bounded in time', () => {
  const names = (values, began) => [...repeatedNames({ values }, { name: 'plain', from: 1, to: 3, longest: 60, began })];
  const ago = (seconds) => performance.now() - seconds * 1000;
  assert.deepEqual(names({}, ago(50)), ['plain-1', 'plain-2', 'plain-3']);
  assert.deepEqual(names({}, ago(61)), []);
  assert.deepEqual(names({ time: 20 }, ago(11)), []);
});

test('a plain run fails alike by its title, by its error but for numbers, or by a hang of another kind', () => {
  const plainOf = (run, plainRun) => groupsOf([{ number: 1, kind: 'seed', seed: 1, folder: 'runs/1', ...run }], ['a'],
    { plainRuns: [plainRun] })[0].plain.failed;
  const failed = (...titles) => ({ verdict: 'failed', titles });
  const hang = (...titles) => ({ verdict: 'hang', titles });
  assert.equal(plainOf(failed('a'), failed('b', 'a')), 1);
  assert.equal(plainOf(failed('a'), failed('b')), 0);
  assert.equal(plainOf(failed('a'), { verdict: 'passed', titles: [] }), 0);
  assert.equal(plainOf(failed('Error: 3 left'), failed('Error: 4 left')), 1);
  assert.equal(plainOf(hang('hang: deadlock'), hang('hang: waiting')), 1);
  assert.equal(plainOf(hang('store > a'), hang('hang: waiting')), 1);
  assert.equal(plainOf(failed('a'), hang('hang: waiting')), 0);
});
