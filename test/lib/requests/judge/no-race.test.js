'use strict';
// Orders that look bad and are no races, on a store of files; clocks that the tests replace; ways that requests come.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'counter-file.js');

function run(t, name, more = []) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.js'));
  const env = { NACD_TEST_PRELOAD: PRELOAD };
  return nacd(['requests', 'run', '--timeout', '60', ...more, '--', 'node', 'main.js', name], { cwd: folder, env });
}

test('a request that tries for a lock again and again waits in the process', async (t) => {
  const { status, stdout, stderr } = await run(t, 'lock');
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /POST \/hit twice {2}data {2}the second request waits in the process/);
});

test('a test that gives up its request makes a pair that could not be repeated', async (t) => {
  const { status, stdout, stderr } = await run(t, 'impatient');
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /could not be repeated: the connection of the test was closed/);
});

test('a pair that could not be judged is status 1 with --strict', async (t) => {
  const { status, stdout, stderr } = await run(t, 'impatient', ['--strict']);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /^--strict: 1 pair not judged$/m);
});

for (const name of ['destroy', 'crash']) {
  test(`a serial order that leaves a request without an answer (${name}) is no race`, async (t) => {
    const { status, stdout, stderr } = await run(t, name, ['--handlers', 'POST /init']);
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /no request race proved/);
  });
}

const PROVED = {
  timers: 'timers that the tests replace do not stop a proof',
  http2: 'requests that came by HTTP/2 are sent again so',
  each: 'a request is sent again to the server that a test made for it alone',
};

for (const [name, title] of Object.entries(PROVED)) {
  test(title, async (t) => {
    const { status, stdout, stderr } = await run(t, name);
    assert.equal(status, 1, stdout + stderr);
    assert.match(stdout, /an update of data\/\S+ is lost: .* {3}proved 5 of 5$/m);
  });
}

test('work that goes on after the answer loses an update, and behind a queue in memory it does not', async (t) => {
  const lost = await run(t, 'late');
  assert.match(lost.stdout, /an update of \S+ is lost: content\.n is 1, one by one 2 {3}proved 5 of 5$/m);
  assert.equal(lost.status, 1);
  const queued = await run(t, 'lateOneByOne');
  assert.match(queued.stdout, /no request race proved/, queued.stderr);
  assert.equal(queued.status, 0);
});
