'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const charge = (id, card) => ({ id, card, amount: 5 });

// Both requests charge a card, and get a number.
const charged = ([a, b], value) => ({
  at: Date.now(), sent: [], methods: { first: 'POST', second: 'POST' }, deletes: [], operations: [],
  responses: { first: { status: 201, body: charge(a, 'x') }, second: { status: 201, body: charge(b, 'y') } },
  states: { before: {}, middle: {}, after: { redis: { 0: { rows: [{ key: 'charges', value }], primary: ['key'] } } } },
});

test('two requests may have got the ids of a counter of each other; other differences are none of ids', () => {
  const [x, y] = ['x', 'y'].map((card) => (id) => charge(id, card));
  const serial = { AB: [charged([1, 2], [x(1), y(2)])], BA: [charged([2, 1], [y(1), x(2)])] };
  const verdictOf = (...outcome) => judge(charged(...outcome), serial).verdict;
  assert.equal(verdictOf([1, 2], [y(2), x(1)]), 'fine');
  assert.equal(verdictOf([1, 2], [y(1), x(2)]), 'stale');
  assert.equal(verdictOf([1, 2], [y(2)]), 'race');
  assert.equal(verdictOf([1, 1], [y(1), x(1)]), 'race');
});

test('numbers that are no ids are compared as they are', () => {
  const left = ([a, b], value) => {
    const outcome = charged([1, 1], value);
    outcome.responses.first.body = { left: a };
    outcome.responses.second.body = { left: b };
    return outcome;
  };
  const serial = { AB: [left([90, 80], 80)], BA: [left([80, 90], 80)] };
  assert.equal(judge(left([90, 80], 90), serial).verdict, 'race');
});

test('an id that a request sends is none of them, though it is the same number', () => {
  const registered = (ids, waits) => {
    const rows = ids.map((id, i) => ({ id, event_id: 1, name: 'ab'[i], waits: waits[i] }));
    const [first, second] = rows.map(({ id, waits: isLate }) => ({ status: 201, body: { id: String(id), isLate } }));
    return {
      at: Date.now(), sent: ['events', '1'], methods: { first: 'POST', second: 'POST' }, deletes: [], operations: [],
      made: ['db row.id'], targets: { first: '/events/1/rows', second: '/events/1/rows' }, responses: { first, second },
      states: { before: {}, middle: {}, after: { db: { row: { rows, primary: ['id'] } } } },
    };
  };
  const serial = { AB: [registered([1, 2], [false, true])], BA: [registered([2, 1], [true, false])] };
  assert.equal(judge(registered([2, 3], [false, true]), serial).verdict, 'fine');
  assert.equal(judge(registered([2, 3], [false, false]), serial).verdict, 'race');
});
