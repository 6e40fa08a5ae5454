'use strict';
// Tables and columns that move by themselves (--ignore).
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withoutIgnored, withoutTables } = require('../../../lib/requests/ignored.js');

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
