'use strict';
// The proof reads only those rows of a large table that its two requests touch.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { touchedOf } = require('../../../../lib/requests/prove/tables.js');

const requestOf = (...effects) => ({ operations: [{ store: 'pg', dialect: 'postgres', effects }] });

test('rows are known by their columns, or by a key that the database makes', () => {
  const changes = [
    { class: 'R', table: 'price' }, { class: 'W', table: 'account', keys: { id: ['7'] }, primary: true, rows: 1 },
    { class: 'D', table: 'cart', keys: { owner: ['ann'] }, rows: 0 },
    { class: 'A', table: 'log', keys: { id: ['55'], note: ['x'] }, primary: true, made: 'id' },
    { class: 'A', table: 'line', keys: { order: ['1'], place: ['2'] }, primary: true },
  ];
  assert.deepEqual(touchedOf([requestOf(...changes), requestOf(changes[1])]), {
    pg: {
      account: { rows: [{ keys: { id: ['7'] }, isThere: true }, { keys: { id: ['7'] }, isThere: true }], made: false },
      cart: { rows: [{ keys: { owner: ['ann'] }, isThere: false }], made: false },
      log: { rows: [], made: true },
      line: { rows: [{ keys: { order: ['1'], place: ['2'] }, isThere: false }], made: false },
    },
  });
});

test('a table is left out if one change may be in any of its rows, and all are if a statement is not understood', () => {
  const known = { class: 'W', table: 'account', keys: { id: ['7'] } };
  assert.deepEqual(touchedOf([requestOf(known), requestOf({ class: 'W', table: 'account' })]), { pg: {} });
  assert.deepEqual(touchedOf([requestOf({ class: 'A', table: 'account', keys: { note: ['x'] } })]), { pg: {} });
  assert.deepEqual(touchedOf([requestOf(known, { class: 'W' })]), { pg: {} });
  const redis = { operations: [{ store: 'r', dialect: 'redis', effects: [known] }] };
  assert.deepEqual(touchedOf([redis]), {});
});
