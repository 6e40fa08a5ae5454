'use strict';
// Describes hangs with the addon itself: their kind (deadlock, livelock...), and the pending operations with places.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const REAL = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };

async function hang(t, name, env = {}) {
  const cwd = makeFolder(t, `hangs/${name}.js`);
  const args = ['run', '-n', '1', '--seed', '1', '--max-delay', '5', '--timeout', '4', '--', 'node', `${name}.js`];
  const { status, stdout } = await nacd(args, { cwd, env: { ...REAL, ...env } });
  assert.equal(status, 1, stdout);
  return { stdout, about: readJson(cwd, '.nacd/runs/0001/run.json').hang };
}

for (const engine of ['api', 'both']) {
  test(`deadlock, engine ${engine}: open handles are listed`, async (t) => {
    const { stdout, about } = await hang(t, 'deadlock', { NACD_ENGINE: engine });
    assert.equal(about.kind, 'deadlock');
    assert.match(stdout, /hang: nothing happened for the last [0-9.]+ s \(deadlock\)/);
    assert.match(stdout, /still open {3}net\.Server {2}deadlock\.js:8:\d+\n/);
    assert.match(stdout, /still open {3}net\.Socket {2}deadlock\.js:9:\d+\n/);
    assert.match(stdout, /ran last {5}\S.* {2}deadlock\.js:\d+:\d+\n/);
  });

  test(`livelock, engine ${engine}: only a timer fires again and again`, async (t) => {
    const { stdout, about } = await hang(t, 'livelock', { NACD_ENGINE: engine });
    assert.equal(about.kind, 'livelock');
    assert.match(stdout, /hang: the process stayed busy, or only its timers fired again and again \(livelock\)/);
    assert.match(stdout, /waiting for {2}setInterval tick \d+ {2}livelock\.js:5:\d+\n/);
  });
}

test('livelock: code that does not return', async (t) => {
  const { stdout, about } = await hang(t, 'busy');
  assert.equal(about.kind, 'livelock');
  assert.match(stdout, /ran last {5}fs\.access .*busy\.js:5:\d+\n/);
});

test('a pending timer is no deadlock', async (t) => {
  const { stdout, about } = await hang(t, 'waiting', { NACD_CLOCK: 'real' });
  assert.equal(about.kind, 'waiting');
  assert.match(stdout, /and only a timer was pending\n {4}waiting for {2}setTimeout {2}waiting\.js:6:\d+\n/);
});

test('limits of time that keep no process alive are no pending timers', async (t) => {
  const { stdout, about } = await hang(t, 'limits');
  assert.equal(about.kind, 'deadlock');
  assert.doesNotMatch(stdout, /waiting for {2}(?:AbortSignal|net\.Socket\.setTimeout|http\.Server)/);
});

test('a livelock whose trace ends at its limit', async (t) => {
  const { stdout, about } = await hang(t, 'endless', { NACD_UNSUPPORTED_TRACE_LIMIT: '1' });
  assert.equal(about.kind, 'livelock');
  assert.match(stdout, /ran last {5}fs\/promises\.stat promise {2}endless\.js:5:\d+\n/);
  assert.match(stdout, /the traces of 1 run were cut at their size limit: what happened after that is unknown\n/);
});

test('a run in which nothing can happen any more is told long before its timeout', async (t) => {
  const cwd = makeFolder(t, 'hangs/deadlock.js');
  const args = ['run', '-n', '1', '--seed', '1', '--max-delay', '5', '--', 'node', 'deadlock.js'];
  const { status, stdout } = await nacd(args, { cwd, env: REAL });
  assert.equal(status, 1, stdout);
  const [run] = readJson(cwd, '.nacd/campaign.json').runs;
  assert.deepEqual([run.timeout, run.hang.kind], [60, 'deadlock']);
  assert.ok(run.ms >= 12_000 && run.ms < 45_000, `took ${run.ms} ms`);
});
