'use strict';
// Races on what a process keeps in memory, and between synchronous accesses: a request is held where it waits.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { inMemory } = require('../../../../lib/requests/candidates/memory.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');

const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'memory.js');

async function run(t, name, { env: more, packages } = {}) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.js'));
  if (packages) fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  const env = { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), ...more };
  const { status, stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'main.js', name], { cwd: folder, env });
  return { status, stdout: stdout + stderr };
}

test('a stock in memory that is checked before a wait and changed after it is sold twice', async (t) => {
  const { status, stdout } = await run(t, 'stock');
  assert.match(stdout, /POST \/buy succeeds twice on what the process keeps in memory, one by one once {3}proved 5 /);
  assert.match(stdout, /POST \/buy {3}main\.js:25:11 {3}timers\/promises\.setTimeout$/m);
  assert.match(stdout, /^ {2}sent by {8}A main\.js:126:\d+$/m);
  assert.equal(status, 1);
});

test('a stock in memory that is changed before the wait is no race', async (t) => {
  const { status, stdout } = await run(t, 'reserved');
  assert.match(stdout, /^proof 1 of 1 {2}POST \/buy twice {2}as one by one/m);
  assert.equal(status, 0);
});

test('a file that is read and written synchronously, with a hash between, loses an update', async (t) => {
  const { status, stdout } = await run(t, 'sync');
  assert.match(stdout, /an update of \S+ is lost: .* {3}proved 5 of 5$/m);
  assert.equal(status, 1);
});

test('a stock in memory that is checked before a call by http.request() is sold twice', async (t) => {
  const { status, stdout } = await run(t, 'paid');
  assert.match(stdout, /POST \/buy succeeds twice on what the process keeps in memory, or a server that it calls/);
  assert.match(stdout, /POST \/buy {3}main\.js:99:\d+ {3}http\.request$/m);
  assert.equal(status, 1);
});

test('calls by the functions of undici are places to hold', async (t) => {
  const packages = installed('requests-undici', { undici: '6.29.1' });
  const apis = { request: 'undici.request', pool: 'undici.request', stream: 'undici.stream', fetch: 'fetch' };
  for (const [way, api] of Object.entries(apis)) {
    const { status, stdout } = await run(t, 'charged', { env: { WAY: way }, packages });
    assert.match(stdout, new RegExp(`^  POST /buy   main\\.js:\\d+:\\d+ {3}${api}$`, 'm'), `${way}\n${stdout}`);
    assert.equal(status, 1);
  }
});

test('an update in memory that is lost shows in a later request of the test', async (t) => {
  const { status, stdout } = await run(t, 'sold');
  assert.match(stdout, /an update of \S+ is lost: body\.sales is 2, one by one 3 {3}proved 5 of 5/);
  assert.equal(status, 1);
});

test('an update in memory behind a lock, and two requests under way that lose nothing, are no races', async (t) => {
  for (const name of ['queued', 'busy']) {
    const { status, stdout } = await run(t, name);
    assert.match(stdout, /no request race proved/);
    assert.equal(status, 0);
  }
});

test('a code in memory that works once gives two tokens; to log out twice is no race', async (t) => {
  const login = await run(t, 'login');
  assert.match(login.stdout, /POST \/buy succeeds twice on what the process keeps in memory, .* {3}proved 5 of 5$/m);
  const logout = await run(t, 'logout');
  assert.match(logout.stdout, /no request race proved/);
  assert.deepEqual([login.status, logout.status], [1, 0]);
});

test('a handler may have a code that works once, and a limit of wrong ones', () => {
  const requests = [['1', 200], ['1', 404], ['2', 401], ['3', 401], ['1', 429]].map(([body, status], i) => ({
    number: i + 1, method: 'POST', handler: 'POST /verify', target: '/verify', body, status,
    operations: [{ operation: i + 1, site: 'a.js:1:1', statement: 'bcryptjs.compare' }],
  }));
  const recording = { requests: new Map(requests.map((one) => [one.number, one])) };
  const found = inMemory([recording]).map(({ id, first, isOnce }) => ({ id, request: first.request, isOnce }));
  assert.deepEqual(found.map(({ request, isOnce }) => [request, isOnce]), [[1, true], [4, false]]);
  assert.notEqual(found[0].id, found[1].id);
});

const sent = ([method, target, status], i) => ({
  number: i + 1, method, handler: `${method} ${target}`, target, status,
  operations: [{ operation: i + 1, site: 'a.js:1:1', statement: 'readFile' }],
});
const usedUp = (...list) => inMemory([{ requests: new Map(list.map(sent).map((one) => [one.number, one])) }])
  .filter(({ isOnce }) => isOnce).map(({ first }) => first.request);

test('a link that a GET uses up is a code that works once, unless another request may have ended it', () => {
  assert.deepEqual(usedUp(['POST', '/links', 201], ['GET', '/l/1', 200], ['GET', '/l/1', 404]), [2]);
  assert.deepEqual(usedUp(['GET', '/l/1', 200], ['DELETE', '/l/1', 204], ['GET', '/l/1', 404]), []);
});
