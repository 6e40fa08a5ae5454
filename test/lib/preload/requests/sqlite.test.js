'use strict';
// SQLite in the process: better-sqlite3, and Node's own module where there is one.
const assert = require('node:assert/strict');
const { before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { nodes } = require('../../../support/nodes.js');
const { record } = require('../../../support/recorded.js');

const PACKAGES = { 'better-sqlite3': '12.11.1' };
const LIBSQL = { '@libsql/client': '0.18.0' };

let packages;
before(() => {
  packages = installed('requests-sqlite', PACKAGES);
});

const ofFirst = ({ of }) => of('operation').filter(({ request }) => request === 1);
const sitesOf = (operations) => operations.map(({ site }) => site.split(':')[1]);

test('statements of better-sqlite3 have their request, keys and transactions', async (t) => {
  const recorded = await record(t, packages, 'sqlite.js');
  const operations = ofFirst(recorded);
  assert.deepEqual(sitesOf(operations), ['13', '15', '17', '18', '18', '18']);
  const [select, update, insert, begin, increment] = operations;
  const key = { table: 'coupon', keys: { code: ['X'] }, primary: true, unique: true, rows: 1 };
  assert.deepEqual(select.effects, [{ class: 'R', ...key, columns: ['code', 'used'] }]);
  assert.deepEqual(update.effects, [{ class: 'W', ...key, columns: ['used'] }]);
  assert.deepEqual(insert.effects[0].keys, { page: ['/a'], id: ['1'] });
  assert.equal(begin.transaction, increment.transaction);
  assert.deepEqual(recorded.of('transaction').map(({ how }) => how), ['begin', 'commit', 'begin', 'commit']);
});

test('calls that only microtasks part are of one turn', async (t) => {
  const [select, update, insert] = ofFirst(await record(t, packages, 'sqlite.js'));
  assert.equal(select.turn, update.turn);
  assert.notEqual(update.turn, insert.turn);
});

test('node:sqlite is recorded as well', async (t) => {
  const { path: node } = nodes().find(({ major }) => major >= 24);
  const operations = ofFirst(await record(t, packages, 'sqlite.js', { node, env: { DRIVER: 'node:sqlite' } }));
  assert.deepEqual(operations.map(({ api }) => api), [
    'sqlite.StatementSync.get', 'sqlite.StatementSync.run', 'sqlite.StatementSync.run',
  ]);
  assert.deepEqual(operations[1].effects[0].keys, { code: ['X'] });
});

test('node:sqlite is recorded where an ES module imports it', async (t) => {
  const { path: node } = nodes().find(({ major }) => major >= 24);
  const operations = ofFirst(await record(t, packages, 'sqlite-import.mjs', { node }));
  assert.deepEqual(operations.map(({ api, effects }) => [api, effects[0].keys.page]), [['sqlite.StatementSync.run', ['/a']]]);
});

test('a file that the client of libsql opens is recorded', async (t) => {
  const recorded = await record(t, installed('requests-libsql', LIBSQL), 'libsql.mjs');
  const [select, begin, update] = ofFirst(recorded);
  const key = { table: 'visit', keys: { page: ['/a'] }, primary: true, unique: true, rows: 1 };
  assert.deepEqual(select.effects, [{ class: 'R', ...key, columns: ['page', 'n'] }]);
  assert.deepEqual(update.effects, [{ class: 'W', ...key, columns: ['n'] }]);
  assert.deepEqual([begin.transaction, update.transaction, begin.site?.split(':')[1]], [1, 1, '13']);
  assert.equal(update.store, 'sqlite:counter.db');
});
