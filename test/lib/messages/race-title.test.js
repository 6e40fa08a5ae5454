'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { raceTitle } = require('../../../lib/messages/index.js');

const race = (A, B, loss, more) => ({ handlers: { A, B }, table: 'seat', keys: { id: [1] }, loss, ...more });
const twice = { kind: 'double use', count: 2, most: 1 };

test('two requests of one handler have one verb, also if they send something else', () => {
  assert.equal(raceTitle(race('POST /a', 'POST /a', twice)), 'POST /a succeeds twice on seat id 1, one by one once');
  assert.equal(raceTitle(race('POST /a', 'POST /b', twice)), 'POST /a and POST /b succeed twice on seat id 1, one by one once');
  const titleOf = (keys) => raceTitle(race('POST /a', 'POST /a', twice, { keys }));
  assert.equal(titleOf({ id: [1], gone: ['null'] }), 'POST /a succeeds twice on seat id 1, one by one once');
  assert.equal(titleOf({ gone: ['null'] }), "POST /a succeeds twice on seat gone 'null', one by one once");
  assert.equal(raceTitle(race('POST /a', 'POST /a', { ...twice, isDone: true })), 'POST /a is done twice on seat id 1, one by one once');
  assert.match(raceTitle(race('POST /a', 'POST /a', { kind: 'limit', status: 429 })), /^POST \/a twice passes a limit/);
});

test('a failure is told with its rows, or with the memory if it was looked for there', () => {
  const failed = { kind: 'error', who: 'first', status: 500, code: 'E' };
  assert.equal(raceTitle(race('POST /a', 'POST /a', failed)), 'POST /a answers 500 (E) on seat id 1');
  const title = raceTitle(race('POST /a', 'POST /a', failed, { store: 'memory', table: undefined, keys: {} }));
  assert.equal(title, 'POST /a answers 500 (E) on what the process keeps in memory');
});

test('tables are told without the addresses of their stores', () => {
  const tables = ['postgres://127.0.0.1:5432/shop orders', 'postgres://127.0.0.1:5432/shop line', 'redis://127.0.0.1:6379 0'];
  const title = (loss) => raceTitle(race('POST /a', 'POST /b', loss));
  assert.equal(title({ kind: 'mixed state', tables }), 'tables that do not fit together: orders, line, keys');
  assert.equal(title({ kind: 'mixed state', tables: tables.slice(1, 2) }), 'rows of line that do not fit together');
  assert.equal(title({ kind: 'other state', tables }), 'a state of orders, line, keys that no serial order leaves');
  assert.equal(title({ kind: 'lost row', table: '0', row: { key: 'a' } }), "a row of keys is lost (key 'a')");
});

test('a row is named by four columns, those with something in them first', () => {
  const row = { adjustments: '[]', asset: null, note: '', id: '<new>', price: 500, order: 1, variant: 2 };
  const title = raceTitle(race('POST /a', 'POST /a', { kind: 'lost row', table: 'line', row }));
  assert.equal(title, "a row of line is lost (price 500, order 1, variant 2, adjustments '[]')");
});

test('of a row that is updated the column is told that is as in no serial order, and of a document its part', () => {
  const title = (row, ...serial) => raceTitle(race('POST /a', 'POST /b', { kind: 'lost update', table: 'session', row, serial }));
  const lost = 'an update of session is lost:';
  assert.equal(title({ a: 1, b: 5 }, { a: 1, b: 6 }, { a: 2, b: 7 }), `${lost} b is 5, one by one 6 or 7`);
  assert.equal(title({ a: 0, b: 4 }, { a: 0, b: 0 }, { a: 4, b: 4 }), `${lost} a, b are 0, 4, one by one 0, 0 or 4, 4`);
  assert.equal(title({ a: 1, key: 'k:7' }, { a: 2, key: '<0123abcd>' }), `${lost} a is 1, one by one 2`);
  assert.equal(title({ a: 1, at: null }, { a: 1, at: '<time>' }), `${lost} at is null, one by one '<time>'`);
  const cart = (items) => ({ user: 'ann', age: '<0123abcd>', cart: { items } });
  assert.equal(title({ a: cart(['x']) }, { a: cart(['x', 'y']) }), `${lost} a.cart.items is ["x"], one by one ["x","y"]`);
  assert.equal(title({ a: JSON.stringify(cart(['x'])) }, { a: JSON.stringify({ user: 'ann', age: '<0123abcd>' }) }),
    `${lost} a.cart is {"items":["x"]}, one by one nothing`);
  assert.equal(title({ a: { n: 1, t: '<0123abcd>' } }, { a: { n: 2, t: 'x' } }), `${lost} a is {"n":1,"t":"<new>"}, one by one {"n":2,"t":"x"}`);
});
