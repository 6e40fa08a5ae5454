'use strict';
// Invariants of the user's.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { readCheck } = require('../../../../lib/requests/judge/check.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

let services;
before(async () => { services = await startServices('postgres'); });
after(() => services?.stop());

test('a file has one query; semicolons in texts, quoted names and comments end none', async (t) => {
  const folder = makeFolder(t);
  const read = (sql) => {
    const file = path.join(folder, 'x.sql');
    fs.writeFileSync(file, sql);
    const refusal = ({ status, message }) => [status, /has (\d+) statements/.exec(message)?.[1]];
    return readCheck(file).then((check) => check.sql === sql, refusal);
  };
  for (const sql of [
    'SELECT 1', 'SELECT 1;\n', "SELECT ';' -- a; b\n", 'SELECT ";" FROM "a;b"; /* one; two */', 'SELECT `;`',
    'SELECT $$ ; $$, $x$ ; $$ ; $x$', String.raw`SELECT 'it\'s; x'`, String.raw`SELECT 'C:\', ';'`,
  ]) assert.equal(await read(sql), true, sql);
  assert.deepEqual(await read('SELECT 1; DELETE FROM account'), [2, '2']);
  assert.deepEqual(await read('COMMIT; DELETE FROM account; SELECT 1'), [2, '3']);
  assert.deepEqual(await read('-- nothing'), [2, '0']);
});

test('only a query is a check: nothing that starts a program, writes a file or keeps a lock', async (t) => {
  const folder = makeFolder(t);
  const statusOf = (sql) => {
    const file = path.join(folder, 'x.sql');
    fs.writeFileSync(file, sql);
    const refusal = ({ status, message }) => (/ is not a query: /.test(message) ? status : message);
    return readCheck(file).then(() => 0, refusal);
  };
  for (const sql of [
    "COPY account TO PROGRAM 'sh'", "VACUUM INTO 'copy.db'", "ATTACH 'x.db' AS x", 'PRAGMA journal_mode=WAL',
    'PRAGMA journal_mode(WAL)', 'BEGIN', 'LOCK TABLE account', 'SET a = 1', 'DELETE FROM account',
    '/*! DELETE FROM account */',
    "SELECT 1 INTO OUTFILE 'x'", "SELECT 1 /*! INTO DUMPFILE 'x' */", "/* SELECT */ COPY account TO 'x'",
  ]) assert.equal(await statusOf(sql), 2, sql);
  for (const sql of [
    '(SELECT 1) UNION (SELECT 2)', 'with a as (select 1) select * from a', 'VALUES (1)', 'TABLE account', '-- why\nSELECT 1',
    'PRAGMA foreign_key_check', 'PRAGMA main.integrity_check(account)', "SELECT * FROM a WHERE note = 'into outfile'",
  ]) assert.equal(await statusOf(sql), 0, sql);
});

test('a check that tries to write ends the command with one line, and the table stays', async (t) => {
  const cwd = makeFolder(t);
  const packages = installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(cwd, 'node_modules'));
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'requests', 'balance.cjs'), path.join(cwd, 'main.cjs'));
  fs.writeFileSync(path.join(cwd, 'traffic.json'), '[{"method":"POST","path":"/pay"},{"method":"POST","path":"/pay"}]');
  fs.writeFileSync(path.join(cwd, 'x.sql'), 'WITH gone AS (DELETE FROM account RETURNING *) SELECT * FROM gone');
  const env = { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), DATABASE_URL: services.urls.postgres };
  const served = ['--serve', 'node main.cjs postgres lost', '--traffic', 'traffic.json', '--timeout', '60'];
  const { status, stdout, stderr } = await nacd(['requests', 'run', ...served, '--check', 'x.sql'], { cwd, env });
  assert.equal(status, 2, stdout + stderr);
  assert.match(stderr, /^nacd: --check=[^\n]*x\.sql tries to write \(cannot execute \w+ in a read-only [^\n]*\n$/);
  const { Client } = require(path.join(cwd, 'node_modules', 'pg'));
  const client = new Client({ connectionString: services.urls.postgres });
  await client.connect();
  assert.equal((await client.query('SELECT * FROM account')).rows.length, 2);
  await client.end();
});
