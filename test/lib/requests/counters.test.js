'use strict';
// Numbers that requests draw from counters, and rows that belong to others.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge.js');

const STORE = 'postgres://shop';

function stateOf(tables) {
  return { [STORE]: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, { rows, primary: ['id'] }])) };
}

function outcome({ first = 200, second = 200, middle = {}, after, ...more }) {
  return {
    at: Date.parse('2026-01-02T03:04:05Z'), responses: { first: { status: first }, second: { status: second } },
    states: { before: stateOf({}), middle: stateOf(middle), after: stateOf(after) },
    operations: [], sent: [], methods: { first: 'POST', second: 'POST' }, deletes: [], ...more,
  };
}

// Two requests take a lock in turn and draw a number: SET 'fence' is a counter in Redis.
function drawn(numbers, { row, ...more }) {
  const operations = numbers.map(([who, rows]) => ({ who, statement: 'INCR', values: ['fence'], rows }));
  const keys = (value) => ({ rows: [{ key: 'fence', value: String(value) }], primary: ['key'] });
  const run = outcome({ after: { fences: row }, middle: { fences: row }, operations, ...more });
  run.states.after.redis = { keys: keys(numbers.length) };
  run.states.middle.redis = { keys: keys(1) };
  return run;
}

test('a holder that a later number refuses, since its lock has run out, is refused cleanly', () => {
  const fence = (number) => [{ id: 5, month: 'may', fence: number }];
  const one = (more) => drawn([['first', 1], ['second', 2]], { row: fence(1), ...more });
  const twice = (more) => [one(more), one(more)];
  const serial = () => ({ AB: twice({ second: 409 }), BA: twice({ first: 409 }) });
  const forced = (more) => drawn([['first', 1], ['second', 2]], { row: fence(2), first: 409, ...more });
  assert.deepEqual(judge(forced({ expires: 400 }), serial()), { verdict: 'refused', who: ['first'] });
  assert.equal(judge(forced({}), serial()).verdict, 'race');
});

test('a counter of tries tells nothing: a request tries again while the other one is held', () => {
  const run = (tries) => drawn(Array.from({ length: tries }, (_, i) => [i ? 'second' : 'first', i + 1]), { row: [] });
  const serial = { AB: [run(2), run(2)], BA: [run(2), run(2)] };
  assert.equal(judge(run(9), serial).verdict, 'fine');
});

test('rows that are as one by one, but belong to others, do not fit together', () => {
  const run = (state, paid) => outcome({ sent: [], made: [`${STORE} orders.id`], after: {
    orders: [{ id: 1, state }], charges: paid ? [{ id: 9001, order_id: 1 }] : [] } });
  const serial = { AB: [run('paid', true), run('paid', true)], BA: [run('gone', false), run('gone', false)] };
  const { kind, tables } = judge(run('gone', true), serial);
  assert.deepEqual([kind, tables], ['mixed state', [`${STORE} charges`, `${STORE} orders`]]);
});
