'use strict';
// Requests of an express server and what they do on PostgreSQL.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { readPostgres } = require('../../../../lib/preload/requests/schemas/postgres.js');
const { recordedLines } = require('../../../../lib/requests/effects/recorded.js');
const { readRecording } = require('../../../../lib/requests/recording/recorded.js');
const { installed } = require('../../../support/installed.js');
const { FIXTURES, linesOf, opened, record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const PACKAGES = { 'express': '4.22.3', 'pg': '8.23.1' };

let packages;
let services;
before(async () => {
  packages = installed('requests-pg', PACKAGES);
  services = await startServices('postgres');
});
after(() => services?.stop());

const run = (t, fixture) => record(t, packages, fixture, { env: { DATABASE_URL: services.urls.postgres } });
const ofRequests = (operations) => operations.filter(({ request }) => request !== undefined);
const coupon = { code: ['DALLAS20'] };

test('a request has its operations, each with its call site and effects', async (t) => {
  const { of, stdout } = await run(t, 'coupon.js');
  assert.equal(stdout, '200,409,200\n');
  assert.deepEqual(of('request').map(({ request, handler }) => [request, handler]), [
    [1, 'POST /redeem'], [2, 'POST /redeem'], [3, 'GET /coupons/:code'],
  ]);
  const operations = ofRequests(of('operation'));
  assert.deepEqual(operations.map(({ request, site }) => [request, site]), [
    [1, 'coupon.js:14:33'], [1, 'coupon.js:19:16'], [2, 'coupon.js:14:33'], [3, 'coupon.js:27:8'],
  ]);
  const [select, update] = operations;
  const key = { table: 'coupon', keys: coupon, primary: true, unique: true, rows: 1 };
  assert.deepEqual(select.effects, [{ class: 'R', ...key, columns: ['code', 'used'] }]);
  assert.deepEqual(update.effects, [{ class: 'W', ...key, columns: ['used'] }]);
  assert.equal(update.isolation, 'read committed');
  assert.ok(opened(of('operation')).every(Boolean));
  assert.equal(update.store, services.urls.postgres.replace('test@', ''));
});

test('a request and its response have the values that they hold', async (t) => {
  const { of } = await run(t, 'coupon.js');
  const [first] = of('request');
  const [answer] = of('response');
  assert.equal(answer.status, 200);
  assert.ok(first.sent.some((hash) => answer.received.includes(hash)));
});

test('the schema is in the trace before the first operation of a request', async (t) => {
  const { lines } = await run(t, 'coupon.js');
  const schema = lines.findIndex(({ type, table }) => type === 'schema' && table === 'coupon');
  const { primary, unique } = lines[schema];
  assert.deepEqual({ primary, unique }, { primary: ['code'], unique: [['code']] });
  assert.ok(schema < lines.findIndex(({ type, request }) => type === 'operation' && request !== undefined));
});

test('triggers are read with the text of their function', async (t) => {
  const { Client } = require(path.join(packages, 'node_modules', 'pg'));
  const client = new Client(services.urls.postgres);
  await client.connect();
  t.after(() => client.end());
  await client.query(`CREATE TABLE stock (id int); CREATE FUNCTION log_it() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RETURN NEW; END $$; CREATE TRIGGER changed AFTER INSERT OR UPDATE ON stock EXECUTE FUNCTION log_it()`);
  const { triggers } = await readPostgres({ query: async (text) => (await client.query(text)).rows });
  const [{ definition, ...trigger }] = triggers;
  assert.deepEqual([trigger, triggers.length], [{ table: 'stock', on: ['A', 'W'] }, 1]);
  assert.match(definition, /^CREATE OR REPLACE FUNCTION public\.log_it\(\)/);
});

test('only the user can read a recording', async (t) => {
  const { recorded } = await run(t, 'coupon.js');
  const both = recorded.flatMap((file) => [file, file.replace('.ndjson', '.facts')]);
  assert.deepEqual(both.map((file) => fs.statSync(file).mode & 0o777), [0o600, 0o600]);
});

test('each way to call pg has its request and its call site, also with one connection for all', async (t) => {
  const { of } = await run(t, 'pg-ways.mjs');
  const requests = new Map(of('request').map(({ request, target }) => [request, target]));
  const byTarget = {};
  for (const { request, site, connection } of ofRequests(of('operation'))) {
    assert.ok(connection > 0);
    (byTarget[requests.get(request)] ??= []).push(site.split(':', 2)[1]);
  }
  const twice = (lines) => [...lines, ...lines];
  assert.deepEqual(byTarget, {
    '/promise': twice(['10']), '/callback': twice(['15']), '/transaction': twice(['18', '19', '20', '21']),
    '/waiters': twice(['24', '24', '24']), '/insert': twice(['25']), '/upsert': twice(['26']), '/failed': twice(['27']),
    '/query': twice(['31']),
  });
});

test('keys, transactions, locks and failures are those of the statements', async (t) => {
  const { of } = await run(t, 'pg-ways.mjs');
  const find = (start) => ofRequests(of('operation')).find(({ statement }) => statement.startsWith(start));
  const [locked] = find('SELECT n FROM thing WHERE id = ANY').effects;
  assert.deepEqual(locked.keys, { id: ['1', '2'] });
  const increment = find('UPDATE');
  assert.deepEqual([increment.commutes, increment.atomic, increment.isolation], [true, true, 'serializable']);
  assert.deepEqual(find('INSERT INTO thing (n)').effects[0].keys, { n: ['5', '6'], id: ['4', '5'] });
  assert.deepEqual(find('INSERT INTO thing (id, n)').effects.map((effect) => effect.class), ['R', 'A', 'W']);
  assert.equal(find('INSERT INTO thing (id) VALUES').failed, '23505');
  const first = of('transaction').filter(({ transaction }) => transaction === increment.transaction);
  assert.deepEqual(first.map(({ how }) => how), ['begin', 'commit']);
  const locks = of('lock').filter(({ transaction }) => transaction === increment.transaction);
  assert.deepEqual(locks.map(({ name, how }) => [name, how]), [['row:thing:id=1', 'acquire'], ['row:thing:id=2', 'acquire']]);
});

test('a prover holds an operation, and reads the store unseen', async (t) => {
  const { stdout, of } = await run(t, 'held.js');
  const { order, rows, dialect } = JSON.parse(stdout);
  assert.deepEqual(order, [
    'request 1', '1.1: 1', 'request 2', '2.1: 1', '2.2: 1', 'response 2: 200', '1.2: 1', 'response 1: 200',
  ]);
  assert.deepEqual(rows, [{ n: 7 }]);
  assert.equal(dialect, 'postgres');
  assert.equal(of('operation').filter(({ statement }) => /id = \$1/.test(statement)).length, 0);
});

test('a query of a pool enters no context, and the program keeps its own', async (t) => {
  const fixture = 'pool-contexts.js';
  const counting = path.join(FIXTURES, fixture);
  const { stdout, of } = await record(t, packages, fixture, {
    env: { DATABASE_URL: services.urls.postgres, NODE_OPTIONS: `--require ${JSON.stringify(counting)}` },
  });
  assert.equal(stdout, '3 /first,0,3 /first\n'); // as without the tool: pg calls back in the context of the connection
  const targets = new Map(of('request').map(({ request, target }) => [request, target]));
  const lines = of('operation').map(({ request, statement, site }) => (
    [targets.get(request), statement.slice(7), site.split(':')[1]].join(' ')));
  const ofPath = (target) => lines.filter((line) => line.startsWith(`${target} `) && !line.includes('connected')).sort();
  const each = (target) => [`${target} 4 29`, `${target} 5 30`, ...Array.from({ length: 3 }, () => `${target} 6 31`)];
  for (const target of ['/first', '/again']) assert.deepEqual(ofPath(target), each(target));
  assert.deepEqual(ofPath('/twice'), ['/twice 2 23', '/twice 3 24']);
  const connected = lines.filter((line) => line.includes('connected'));
  assert.ok(connected.length > 0);
  assert.deepEqual(new Set(connected.map((line) => line.split(' ').at(-1))), new Set(['19'])); // the listener's own line
});

test('headers that a connection sends again are those of each request', async (t) => {
  const { of, recorded } = await run(t, 'same-headers.js');
  const [file] = recorded;
  const raw = linesOf(file).filter(({ type }) => type === 'request').map(({ headers }) => typeof headers);
  assert.deepEqual(raw, ['object', 'number', 'number', 'object', 'number', 'number']);
  const marks = [...recordedLines(file)].filter(({ type }) => type === 'request')
    .map(({ headers }) => headers[headers.indexOf('mark') + 1]);
  assert.deepEqual(marks, ['a', 'a', 'a', 'b', 'a', 'a']);
  assert.equal(of('request').length, 6);
  const { requests } = readRecording(path.join(path.dirname(file), path.basename(file).replace('recorded-', 'trace-')));
  assert.deepEqual([...requests.values()].map(({ headers }) => headers.filter((text) => text === 'mark').length), [1, 1, 1, 1, 1, 1]);
});
