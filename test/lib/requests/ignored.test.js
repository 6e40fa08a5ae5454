'use strict';
// Tables and columns that move by themselves (--ignore).
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withoutColumns, withoutTables } = require('../../../lib/requests/ignored.js');

test('tables that are named are not read, with and without their schema', () => {
  const tables = { pg: ['account', 'audit', 'log.audit'], redis: ['keys'] };
  assert.deepEqual(withoutTables(tables, ['audit']), { pg: ['account'], redis: ['keys'] });
  assert.deepEqual(withoutTables(tables, ['log.audit']), { pg: ['account', 'audit'], redis: ['keys'] });
  assert.deepEqual(withoutTables(tables), tables);
});

test('columns that are named are not compared', () => {
  const result = (row) => ({ state: 'done', states: { after: { pg: { 'public.account': { rows: [row], primary: ['id'] } } } } });
  const ofAll = { id: 1, n: 2, last_seen: 3 };
  assert.deepEqual(withoutColumns(result(ofAll), ['account.last_seen', 'other.n']), result({ id: 1, n: 2 }));
  assert.deepEqual(withoutColumns(result(ofAll)), result(ofAll));
  assert.deepEqual(withoutColumns({ state: 'not seen' }, ['account.n']), { state: 'not seen' });
});
