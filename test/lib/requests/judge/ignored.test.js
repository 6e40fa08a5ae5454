'use strict';
// Tables, columns and keys that move by themselves (--ignore).
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { withoutIgnored, withoutTables } = require('../../../../lib/requests/judge/ignored.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

test('tables that are named are not read, with and without their schema', () => {
  const tables = { pg: ['account', 'audit', 'log.audit'], redis: ['keys'] };
  assert.deepEqual(withoutTables(tables, ['audit']), { pg: ['account'], redis: ['keys'] });
  assert.deepEqual(withoutTables(tables, ['log.audit']), { pg: ['account', 'audit'], redis: ['keys'] });
  assert.deepEqual(withoutTables(tables), tables);
});

test('columns that are named are not compared', () => {
  const result = (row) => ({ state: 'done', states: { after: { pg: { 'public.account': { rows: [row], primary: ['id'] } } } } });
  const ofAll = { id: 1, n: 2, last_seen: 3 };
  assert.deepEqual(withoutIgnored(result(ofAll), ['account.last_seen', 'other.n']), result({ id: 1, n: 2 }));
  assert.deepEqual(withoutIgnored(result(ofAll)), result(ofAll));
  assert.deepEqual(withoutIgnored({ state: 'not seen' }, ['account.n']), { state: 'not seen' });
});

test('keys of Redis that are named, or begin as named, are not compared', () => {
  const result = (...keys) => ({ states: { after: { redis: { 0: { rows: keys.map((key) => ({ key, value: '1' })), primary: ['key'] } } } } });
  const all = result('metrics:hits', 'metrics', 'cart:1', 'last.seen');
  assert.deepEqual(withoutIgnored(all, ['metrics:*', 'last.seen']), result('metrics', 'cart:1'));
  assert.deepEqual(withoutIgnored(all, ['lastXseen', 'met']), all);
});

// Sends one request to a server that counts it, badly.
const PROGRAM = `
const http = require('node:http');
const { default: Redis } = require('ioredis');
const redis = new Redis(process.env.REDIS_URL);
const server = http.createServer(async (request, response) => {
  const hits = Number(await redis.get('metrics:hits'));
  await redis.set('metrics:hits', hits + 1);
  response.end();
}).listen(0, '127.0.0.1', async () => {
  await redis.flushall();
  await fetch('http://127.0.0.1:' + server.address().port, { method: 'POST' });
  process.exit();
});`;

test('a key that is ignored in a campaign makes no race', async (t) => {
  const { urls, stop } = await startServices('redis');
  t.after(stop);
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'main.cjs'), PROGRAM);
  fs.symlinkSync(path.join(installed('services', { ioredis: '6.0.0', pg: '8.23.1' }), 'node_modules'), path.join(cwd, 'node_modules'));
  const env = { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), REDIS_URL: urls.redis };
  const run = (...args) => nacd(['requests', 'run', ...args, '--', 'node', 'main.cjs'], { cwd, env });
  const { status, stdout, stderr } = await run('--ignore', 'metrics:*');
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /proof 1 of 1 .* as one by one/);
});
