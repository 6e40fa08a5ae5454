'use strict';
// Commands whose process stays alive after their tests.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const REAL = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };
const OPEN = /\n {4}still open {3}net\.Server {2}open-server\.js:8:\d+ {2}\(3 times\)\n/;

async function campaign(t, ...args) {
  const cwd = makeFolder(t, 'hangs/open-server.js');
  const began = Date.now();
  const command = ['node', 'open-server.js', ...args];
  const { status, stdout } = await nacd(['run', '-n', '2', '--seed', '1', '--max-delay', '5', '--', ...command], { cwd, env: REAL });
  assert.ok(Date.now() - began < 45_000, `took ${Date.now() - began} ms`);
  return { status, stdout, ...readJson(cwd, '.nacd/campaign.json') };
}

test('open servers after the tests are told once, and the tests decide', async (t) => {
  const { status, stdout, runs } = await campaign(t);
  assert.equal(status, 0, stdout);
  assert.equal(stdout.split('the command does not end by itself (plainly neither)').length, 2, stdout);
  assert.match(stdout, OPEN);
  assert.deepEqual(runs.map(({ verdict }) => verdict), ['passed', 'passed']);
});

test('a test that fails by assertion is no hang', async (t) => {
  const { status, stdout, runs, failures } = await campaign(t, 'fails');
  assert.equal(status, 1, stdout);
  assert.deepEqual(failures.map(({ title }) => title), ['Array > finds it']);
  assert.equal(runs[0].verdict, 'failed');
  assert.doesNotMatch(stdout, /deadlock|HANG/);
});

test('a process that ends without delays and not with them hangs', async (t) => {
  const { status, stdout, runs } = await campaign(t, 'closes');
  assert.equal(status, 1, stdout);
  assert.deepEqual(runs.map(({ verdict, titles }) => [verdict, ...titles]), [['hang', 'hang: lingering']]);
  assert.match(stdout, /hang: the tests ended, but the process does not end by itself\n/);
  assert.match(stdout, OPEN);
});
