'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { pruningOf } = require('../../benchmarks/services/pruning.cjs');

const effect = (kind, table, id) => ({ class: kind, table, keys: id === undefined ? undefined : { id: [id] } });
const request = (flow, store, ...effects) => ({ flow, operations: [{ store, effects }] });
const recordingOf = (...requests) => ({ requests: new Map(requests.map((one, index) => [index + 1, one])) });

test('pairs of requests in services are ruled out by store and row, then by flow', () => {
  const orders = recordingOf(
    request('f1', 'pg://orders', effect('W', 'entry', '1')), request('f1', 'pg://orders', effect('R', 'entry', '1')),
    request('f2', 'pg://orders', effect('R', 'entry', '1')), request('f3', 'pg://orders', effect('W', 'entry', '2')),
  );
  const users = recordingOf(request('f4', 'pg://users', effect('R', 'entry', '1')), request('f5', 'pg://users', effect('R', 'name')));
  // Of f1's write: f1 and f2's reads, f3's write and f4's read; of f3's write three reads more, of other rows.
  assert.deepEqual(pruningOf([orders, users]), { pairs: 7, instance: 5, flow: 1, left: 1 });
  assert.equal(pruningOf([orders]), undefined);
});

test('columns rule a pair out where neither adds nor deletes the row', () => {
  const on = (columns, kind) => ({ class: kind, table: 'entry', keys: { id: ['1'] }, columns });
  const pairOf = (a, b) => {
    const { instance } = pruningOf([recordingOf(request('f1', 'pg://orders', a)), recordingOf(request('f2', 'pg://orders', b))]);
    return instance;
  };
  assert.equal(pairOf(on(['status'], 'W'), on(['address'], 'R')), 1);
  assert.equal(pairOf(on(['status'], 'W'), on(['address', 'status'], 'R')), 0);
  assert.equal(pairOf(on(['status'], 'W'), on(undefined, 'R')), 0);
  assert.equal(pairOf(on(['status'], 'W'), on(['id'], 'D')), 0);
});

test('a row whose name the store makes is none that another request has found by its name', () => {
  const made = { class: 'A', table: 'entry', keys: { owner: ['ann'] }, made: 'id' };
  const named = (rows, keys = { id: ['1'] }) => ({ class: 'R', table: 'entry', keys, rows });
  const instanceOf = (other) => (
    pruningOf([recordingOf(request('f1', 'pg://orders', made)), recordingOf(request('f2', 'pg://orders', other))]).instance);
  assert.deepEqual([named(1), named(0), named(undefined), named(1, { item: ['G7'] })].map(instanceOf), [1, 0, 0, 0]);
});
