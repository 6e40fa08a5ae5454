'use strict';
// Requests of an express server and what they do on PostgreSQL.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const PACKAGES = { 'express': '4.22.3', 'pg': '8.23.1' };

let packages;
let services;
before(async () => {
  packages = installed('requests-pg', PACKAGES);
  services = await startServices('postgres');
});
after(() => services?.stop());

const run = (t, fixture, options) => record(t, packages, fixture, { ...options, env: { DATABASE_URL: services.urls.postgres } });
const coupon = { code: ['DALLAS20'] };

test('a request has its operations, each with its call site and effects', async (t) => {
  const { of, stdout } = await run(t, 'coupon.js');
  assert.equal(stdout, '200,409,200\n');
  assert.deepEqual(of('request').map(({ request, handler }) => [request, handler]), [
    [1, 'POST /redeem'], [2, 'POST /redeem'], [3, 'GET /coupons/:code'],
  ]);
  const operations = of('operation').filter(({ request }) => request !== undefined);
  assert.deepEqual(operations.map(({ request, site }) => [request, site]), [
    [1, 'coupon.js:14:33'], [1, 'coupon.js:19:16'], [2, 'coupon.js:14:33'], [3, 'coupon.js:27:8'],
  ]);
  const [select, update] = operations;
  const key = { table: 'coupon', keys: coupon, primary: true, unique: true, rows: 1 };
  assert.deepEqual(select.effects, [{ class: 'R', ...key, columns: ['code', 'used'] }]);
  assert.deepEqual(update.effects, [{ class: 'W', ...key, columns: ['used'] }]);
  assert.equal(update.isolation, 'read committed');
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

test('only the user can read a recording', async (t) => {
  const { recorded } = await run(t, 'coupon.js');
  assert.deepEqual(recorded.map((file) => fs.statSync(file).mode & 0o777), [0o600]);
});
