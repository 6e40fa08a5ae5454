'use strict';
// A race is named by the columns that no serial order leaves so.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge.js');

const responses = { first: { status: 200, body: {} }, second: { status: 200, body: {} } };
const stateOf = (row) => ({ 'db://x': { user: { primary: ['id'], rows: [{ id: 'X', ...row }] } } });
const outcome = (name, n) => ({
  state: 'done', at: 1785248200000, operations: [], responses,
  states: { before: stateOf({ name: '', n: 0 }), middle: stateOf({ name: 'bob', n: 1 }), after: stateOf({ name, n }) },
});

test('the column of a lost update has a value of no serial order, else all that differ are told', () => {
  const AB = [outcome('bob', 3)];
  assert.deepEqual(judge(outcome('ann', 2), { AB, BA: [outcome('ann', 3)] }).columns, ['n']);
  assert.deepEqual(judge(outcome('ann', 3), { AB, BA: [outcome('ann', 2)] }).columns, ['name', 'n']);
});
