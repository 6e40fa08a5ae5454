'use strict';
// Lists to which two requests add.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const STORE = 'redis://cache';
const stateOf = (lists) => (
  { [STORE]: { keys: { rows: Object.entries(lists).map(([key, value]) => ({ key, value })), primary: ['key'] } } });

const run = (after, before = {}) => ({
  responses: { first: { status: 200 }, second: { status: 200 } },
  states: { before: stateOf(before), middle: {}, after: stateOf(after) },
});
const judged = (forced, AB, BA, before) => (
  judge(run(forced, before), { AB: [run(AB, before)], BA: [run(BA, before)] }));

test('two requests may append to two lists in different orders', () => {
  const both = (log, names) => ({ log, names });
  const [AB, BA] = [both(['a', 'b'], ['a', 'b']), both(['b', 'a'], ['b', 'a'])];
  assert.equal(judged(both(['a', 'b'], ['b', 'a']), AB, BA).verdict, 'fine');
  assert.equal(judged(both(['a', 'b'], ['b', 'b']), AB, BA).kind, 'lost update');
  assert.equal(judged(both(['a', 'b'], ['a']), AB, BA).kind, 'lost update');
});

test('lines of two requests in one log may alternate', () => {
  const [AB, BA] = [{ log: ['in a', 'out a', 'in b', 'out b', ''] }, { log: ['in b', 'out b', 'in a', 'out a', ''] }];
  assert.equal(judged({ log: ['in a', 'in b', 'out b', 'out a', ''] }, AB, BA).verdict, 'fine');
  assert.equal(judged({ log: ['in a', 'in b', 'out a', ''] }, AB, BA).verdict, 'race');
});

test('the order of what was there before counts', () => {
  const before = { songs: ['1', '2', '3'] };
  const [AB, BA] = [{ songs: ['2', '3', '1'] }, { songs: ['3', '2', '1'] }];
  assert.equal(judged({ songs: ['2', '1', '3'] }, AB, BA, before).kind, 'lost update');
});

test('a line that is changed in its place is not added, in a list that keeps its last elements all are', () => {
  const before = { account: ['balance: 3', ''], last: ['job 2', 'job 1'], names: ['x', ''] };
  const serial = { ...before, account: ['balance: 1', ''] };
  assert.equal(judged({ ...before, account: ['balance: 2', ''] }, serial, serial, before).kind, 'lost update');
  const both = (last, names) => ({ ...before, last, names });
  const [AB, BA] = [both(['job 4', 'job 3'], ['x', 'a', 'b', '']), both(['job 3', 'job 4'], ['x', 'b', 'a', ''])];
  assert.equal(judged(both(['job 4', 'job 3'], ['x', 'b', 'a', '']), AB, BA, before).verdict, 'fine');
});
