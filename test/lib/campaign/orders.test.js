'use strict';
// A campaign whose runs are planned by orders, with the real addon.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const PROGRAMS = path.join(__dirname, '..', '..', 'orders');
const LINUX = process.platform === 'linux'; // elsewhere there is no loop engine
const PRELOAD = path.join(__dirname, '..', '..', '..', 'lib', 'preload', 'start.js');

async function campaign(t, program, ...options) {
  const cwd = makeFolder(t);
  const env = { NACD_TEST_PRELOAD: PRELOAD };
  const ended = await nacd(['run', ...options, '--seed', '1', '--', process.execPath, path.join(PROGRAMS, program)], { cwd, env });
  return { ...ended, cwd, campaign: readJson(path.join(cwd, '.nacd', 'campaign.json')) };
}

test('a change between a look and what acts upon it shows in the first runs', { skip: !LINUX }, async (t) => {
  const { status, campaign: { runs, orders } } = await campaign(t, 'possible/late-lock.js', '-n', '4');
  assert.equal(status, 1);
  assert.equal(runs.at(-1).verdict, 'failed');
  assert.ok(orders.all > 0);
});

test('a kept failure is replayed before anything is planned', { skip: !LINUX }, async (t) => {
  const { cwd, campaign: { failures } } = await campaign(t, 'possible/late-lock.js', '-n', '4');
  const again = ['run', '-n', '1', '--seed', '1', '--', process.execPath, path.join(PROGRAMS, 'possible/late-lock.js')];
  await nacd(again, { cwd, env: { NACD_TEST_PRELOAD: PRELOAD } });
  const { runs } = readJson(path.join(cwd, '.nacd', 'campaign.json'));
  assert.deepEqual(runs.map(({ kept, verdict }) => [kept, verdict]), [[failures[0].id, 'failed']]);
});

test('a campaign ends when no order is left, and says how many there were', { skip: !LINUX }, async (t) => {
  const { status, stdout, campaign: { runs, orders } } = await campaign(t, 'impossible/timers-alike.js');
  assert.equal(status, 0);
  assert.equal(orders.left, 0);
  assert.ok(runs.length < 30, `${runs.length} runs`);
  assert.match(stdout, new RegExp(`^all ${orders.all} orders? of two events tried in ${runs.length} runs?: ${orders.shown} shown`, 'm'));
});

test('--cover fails where fewer orders were tried', { skip: !LINUX }, async (t) => {
  const cwd = makeFolder(t);
  const summary = path.join(cwd, 'summary.md');
  const command = ['-n', '1', '--seed', '1', '--', process.execPath, path.join(PROGRAMS, 'impossible/data-in-order.js')];
  const env = { NACD_TEST_PRELOAD: PRELOAD, GITHUB_STEP_SUMMARY: summary };
  const all = await nacd(['run', '--verbose', '--cover', '100', ...command], { cwd, env });
  const { orders, cover } = readJson(path.join(cwd, '.nacd', 'campaign.json'));
  assert.equal(cover, 100);
  assert.ok(orders.left > 0);
  assert.equal(all.status, 1);
  assert.match(all.stdout, /^--cover 100: [0-9.]+ % of [0-9]+ orders? were tried/m);
  assert.match(fs.readFileSync(summary, 'utf8'), / orders? of two events: /);
  const none = await nacd(['run', '--cover', '0', ...command], { cwd, env });
  assert.equal(none.status, 0);
});
