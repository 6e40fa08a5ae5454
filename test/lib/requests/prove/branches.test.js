'use strict';
// Branches of one request: calls to services that it makes at the same time.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');
const { BranchPair } = require('../../../../lib/requests/prove/branches.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'branches.cjs');

test('a call that a branch causes does not come before the branches, and callers count their calls by themselves', () => {
  const recordingOf = (main, ...list) => ({ main, requests: new Map(list.map(([call, shape, t], i) => (
    [i + 1, { number: i + 1, flow: 'g-1', call, shape, t, ms: 1, operations: [] }]))) });
  // An earlier call, one of the gateway, and one that the other branch makes.
  const wallet = recordingOf('wallet.js', ['x.9', 'POST /debit', 1], ['g.2', 'POST /debit', 10], ['f.1', 'POST /debit', 12]);
  const all = [recordingOf('gw.js', [undefined, 'POST /buy', 0]), recordingOf('flights.js', ['g.1', 'POST /flights', 9]), wallet];
  const sideOf = (trace, request, ...caused) => (
    { trace, request, calls: [{ trace, request }], requests: [{ trace, request }, ...caused] });
  const sides = { first: sideOf(1, 1, { trace: 2, request: 3 }), second: sideOf(2, 2) };
  const { first, second } = new BranchPair({ ...sides, of: { trace: 0, request: 1 } }, all).branches;
  assert.deepEqual(first, [{ main: 'flights.js', shape: 'POST /flights', skip: 0, rank: 0, count: 1 }]);
  assert.deepEqual(second, [{ main: 'wallet.js', shape: 'POST /debit', skip: 1, rank: 0, count: 1 }]);
  wallet.requests.delete(1);
  assert.equal(new BranchPair({ ...sides, of: { trace: 0, request: 1 } }, all).branches.second[0].skip, 0);
});

// Records the fixture. Returns its candidates of branches, and a function that runs `nacd ARGS...` in the same folder.
async function recorded(t, ...args) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  const env = { NACD_TEST_PRELOAD: PRELOAD };
  const run = (verbs, command = []) => nacd([...verbs, ...command], { cwd: folder, env });
  const command = ['--', 'node', 'main.cjs', ...args];
  await run(['requests', 'record'], command);
  const { stdout } = await run(['requests', 'find', '--handlers', `POST ${args[1]}`]);
  const { candidates } = readJson(folder, '.nacd', 'requests', 'candidates.json');
  const prove = (id) => run(['requests', 'prove', id], command);
  return { folder, found: stdout, run, prove, forks: candidates.filter(({ of }) => of !== undefined) };
}

// The page has a lane for each process; each arrow is a flow event.
async function drawn(run, folder) {
  await run(['report']);
  const page = fs.readFileSync(path.join(folder, '.nacd', 'report.html'), 'utf8');
  assert.equal(page.match(/<line class="lane"/g).length, 2);
  assert.equal(page.match(/<g class="A(?: answer)?">/g).length, 4);
  await run(['report', '--format', 'chrome']);
  const { traceEvents } = readJson(folder, '.nacd', 'trace.json');
  const idsOf = (phase) => traceEvents.filter(({ ph }) => ph === phase).map(({ id }) => id);
  assert.equal(idsOf('s').length, 4);
  assert.deepEqual(idsOf('f'), idsOf('s'));
}

test('two calls of one request race in a service, and the race is repeated', async (t) => {
  const { folder, found, forks, run, prove } = await recorded(t, 'together', '/checkout');
  const [{ id }] = forks;
  assert.match(found, new RegExp(`^${id} {2}P1 {2}within one POST /checkout: POST /debit/:n twice {2}data$`, 'm'));
  const { status, stdout, stderr } = await prove(id);
  assert.equal(status, 1, stdout + stderr);
  const title = /within one POST \/checkout: POST \/debit\/:n succeeds twice on file data\/account, one by one once/;
  assert.match(stdout, title);
  assert.match(stdout, / {3}proved 5 of 5$/m);
  assert.match(stdout, /order {10}A:readfile {2}B:readfile {2}B:writefile {2}A:writefile/);
  assert.match(stdout, /one by one {5}A, B: 200, 409 {4}B, A: 200, 409/);
  const { within, bodies, sequence, operations } = readJson(folder, '.nacd', 'requests.json').races[0];
  assert.equal(within, 'POST /checkout');
  assert.deepEqual([bodies.AB, bodies.BA], [{ A: 100, B: {} }, { A: {}, B: 100 }]);
  assert.deepEqual([...new Set(operations.map(({ who }) => who))], ['A', 'B']);
  const arrows = sequence.steps.filter(({ kind }) => kind === 'message');
  assert.deepEqual(arrows.map(({ who = '', from = '', to, text }) => [who, from, to, text]), [
    ['', '', 'main.cjs', 'POST /checkout'],
    ['A', 'main.cjs', 'main.cjs (2)', 'POST /debit/60'], ['B', 'main.cjs', 'main.cjs (2)', 'POST /debit/50'],
    ['B', 'main.cjs (2)', 'main.cjs', '200'], ['A', 'main.cjs (2)', 'main.cjs', '200'],
  ]);
  await drawn(run, folder);
  const replay = await run(['replay', path.join('.nacd', 'failures', `${id}.json`)]);
  assert.match(replay.stdout, /REPEATED 1 of 1: within one POST \/checkout/, replay.stderr);
});

test('branches of several calls each', async (t) => {
  const { forks, prove } = await recorded(t, 'together', '/reserve');
  const whole = forks.find(({ first }) => first.calls.length === 2);
  const { stdout, stderr } = await prove(whole.id);
  const title = /within one POST \/reserve: an update of data\/seats is lost: content is 6, one by one 5/;
  assert.match(stdout, title, stdout + stderr);
  assert.match(stdout, / {3}proved 5 of 5$/m);
});

test('a call that was refused in the recording, since the other one was before it, races with that', async (t) => {
  const { found, forks, prove } = await recorded(t, 'late', '/checkout');
  const [{ id, why }] = forks;
  assert.deepEqual(why, ['is refused after the other'], found);
  const { status, stdout, stderr } = await prove(id);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /POST \/debit\/:n succeeds twice on file data\/account, one by one once/);
  assert.match(stdout, / {3}proved 5 of 5$/m);
});

test('a lock in the service: the other branch waits, and no race is told', async (t) => {
  const { forks, prove } = await recorded(t, 'locked', '/checkout');
  const { status, stdout } = await prove(forks[0].id);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /waits in the process/);
});

test('calls that a request makes one after the other are no branches', async (t) => {
  const { forks } = await recorded(t, 'in-turn', '/reserve');
  assert.deepEqual(forks, []);
});
