'use strict';
// Statements of one request that run at the same time, in one process.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'chains.cjs');
const SERVERS = () => installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
const PACKAGES = {
  pg: SERVERS, ioredis: SERVERS,
  mysql2: () => installed('requests-mysql', { mysql2: '3.24.6', mariadb: '3.4.5', mysql: '2.18.1' }),
};

let services;
before(async () => { services = await startServices('postgres', 'redis', 'mariadb'); });
after(() => services?.stop());

// Records the fixture. Returns its candidates within one request, and functions that run `nacd ARGS...` in its folder.
async function recorded(t, store, ...args) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  if (PACKAGES[store]) {
    fs.symlinkSync(path.join(PACKAGES[store](), 'node_modules'), path.join(folder, 'node_modules'));
  }
  const { postgres, redis, mariadb } = services.urls;
  const env = { NACD_TEST_PRELOAD: PRELOAD, STORE_URL: { pg: postgres, ioredis: redis, mysql2: mariadb }[store] ?? '' };
  const run = (verbs, command = []) => nacd([...verbs, ...command], { cwd: folder, env });
  const command = ['--', 'node', 'main.cjs', store, ...args];
  await run(['requests', 'record'], command);
  const { stdout } = await run(['requests', 'find']);
  const { candidates } = readJson(folder, '.nacd', 'requests', 'candidates.json');
  const prove = (id) => run(['requests', 'prove', id], command);
  return { folder, found: stdout, run, prove, chains: candidates.filter(({ of }) => of !== undefined) };
}

const STORES = { files: 'read', pg: 'select', mysql2: 'select', ioredis: 'get' };
for (const [store, verb] of Object.entries(STORES)) {
  test(`${store}: two chains of statements race, and the race is repeated`, async (t) => {
    const { found, chains, run, prove } = await recorded(t, store, 'together');
    const [{ id, shared }] = chains;
    assert.equal(shared, store === 'ioredis' ? true : undefined);
    // The pattern is another if the first read is answered while the second one is still on its way.
    assert.match(found, new RegExp(`^${id} {2}(P1|other) {2}within one POST /change: statements at the same time {2}`, 'm'));
    const { status, stdout, stderr } = await prove(id);
    assert.equal(status, 1, stdout + stderr);
    assert.match(stdout, /within one POST \/change: an update of \S+ is lost: \w+ is .?1[12]0.?, one by one .?130/);
    assert.match(stdout, / {3}proved 5 of 5$/m);
    assert.match(stdout, new RegExp(`order {10}A:${verb}\\w* {2}B:${verb}`));
    const replay = await run(['replay', path.join('.nacd', 'failures', `${id}.json`)]);
    assert.match(replay.stdout, /REPEATED 1 of 1: within one POST \/change/);
  });
}

test('chains of a service behind a gateway race, and a third one beside them does not matter', async (t) => {
  const { chains, prove } = await recorded(t, 'pg', 'three', 'behind');
  const { stdout, stderr } = await prove(chains[0].id);
  assert.match(stdout, /an update of account is lost: n is 1[12]0, one by one 130 {3}proved 5 of 5$/m, stdout + stderr);
});

test('chains that call a service between their statements race', async (t) => {
  const { chains, prove } = await recorded(t, 'pg', 'called');
  const { stdout, stderr } = await prove(chains[0].id);
  assert.match(stdout, /an update of account is lost: n is 1[12]0, one by one 130 {3}proved 5 of 5$/m, stdout + stderr);
});

test('chains race also if the request reads what both have left', async (t) => {
  const { chains, prove } = await recorded(t, 'files', 'joined');
  const { stdout, stderr } = await prove(chains[0].id);
  assert.match(stdout, /is lost: content is 1[12]0, one by one 130 {3}proved 5 of 5$/m, stdout + stderr);
});

test('chains that count in one statement are no race', async (t) => {
  for (const store of ['pg', 'ioredis']) {
    const { chains, prove } = await recorded(t, store, 'counted');
    for (const { id } of chains) assert.equal((await prove(id)).status, 0);
  }
});

test('chains that share nothing, that come in turn, or that follow each other are no candidates', async (t) => {
  for (const way of ['apart', 'turns', 'after']) {
    const { chains } = await recorded(t, 'files', way);
    assert.deepEqual(chains, [], way);
  }
});
