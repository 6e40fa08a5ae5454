'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { readResults } = require('../../../lib/files/results.js');
const { makeFolder, readJson, start, until } = require('../../support/cli.js');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function pidsIn(file) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const pids = text.trim().split('\n').map(Number);
  return pids.length === 2 ? pids : undefined;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal}: the whole tree is ended, the findings are printed, status 130`, async (t) => {
    const cwd = makeFolder(t, 'family.js');
    const child = start(['run', '--', 'node', 'family.js'], { cwd });
    const pids = await until(() => pidsIn(path.join(cwd, '.nacd/runs/0001/stdout')), 'both children');
    child.kill(signal);
    const { status, stdout } = await child.ended;
    assert.equal(status, 130);
    assert.match(stdout, /interrupted; results so far:/);
    assert.equal(readJson(cwd, '.nacd/campaign.json').state, 'interrupted');
    // A zombie counts as alive until it is reaped.
    await until(() => !pids.some(isAlive), 'the end of the children', 5);
  });
}

test('SIGKILL: the results so far can be read', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const child = start(['run', '--until-failure', '--max-delay', '5', '--', 'node', 'steady.js'], { cwd });
  const out = path.join(cwd, '.nacd');
  await until(() => fs.existsSync(path.join(out, 'runs/0003/run.json')), 'three runs');
  child.kill('SIGKILL');
  await child.ended;
  const campaign = readResults(out);
  assert.equal(campaign.state, 'killed');
  assert.ok(campaign.runs.length >= 3);
  assert.deepEqual(campaign.runs.map(({ number }) => number), campaign.runs.map((_, index) => index + 1));
  const report = await start(['report', '--format', 'json', '-o', '-'], { cwd }).ended;
  assert.equal(report.status, 0, report.stderr);
  assert.match(report.stdout, /"state": *"killed"/);
});

test('a second campaign does not write into the folder of the first', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const first = start(['run', '--until-failure', '--max-delay', '5', '--', 'node', 'steady.js'], { cwd });
  await until(() => fs.existsSync(path.join(cwd, '.nacd/campaign.json')), 'the first campaign');
  const { status, stderr } = await start(['run', '--', 'node', 'steady.js'], { cwd }).ended;
  first.kill('SIGINT');
  await first.ended;
  assert.equal(status, 2);
  assert.match(stderr, /^nacd: process [0-9]+ is writing to .*: wait until it ends, or choose another --out\n$/);
});
