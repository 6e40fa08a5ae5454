'use strict';
// Numbers that requests draw from counters, and rows that belong to others.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

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
function drawn(numbers, { row, middle = { fences: row }, ...more }) {
  const operations = numbers.map(([who, rows]) => ({ who, statement: 'INCR', values: ['fence'], rows }));
  const keys = (value) => ({ rows: [{ key: 'fence', value: String(value) }], primary: ['key'] });
  const run = outcome({ after: { fences: row }, middle, operations, ...more });
  run.states.after.redis = { keys: keys(numbers.length) };
  run.states.middle.redis = { keys: keys(1) };
  return run;
}

const store = (who, rows = 1) => ({ who, statement: 'UPDATE fences SET fence = $1', rows });
const fence = (number, left = 40) => [{ id: 5, left, fence: number }];

function bothWays(run) {
  const twice = (who, other) => [run(who, other), run(who, other)];
  return { AB: twice('first', 'second'), BA: twice('second', 'first') };
}

// Runs of two requests that draw a number and store it, of which the later one is refused.
function fenced() {
  return bothWays((who, other) => {
    const run = drawn([[who, 1], [other, 2]], { row: fence(1), [other]: 409 });
    run.operations.push(store(who), store(other, 0));
    return run;
  });
}

// The same if both are let through.
function bothStored() {
  return bothWays((who, other) => {
    const run = drawn([[who, 1], [other, 2]], { row: fence(2, 10), middle: { fences: fence(1) } });
    run.operations.push(store(who), store(other));
    return run;
  });
}

test('a holder that a later number refuses, since its lock has run out, is refused cleanly', () => {
  const forced = (rows) => {
    const run = drawn([['first', 1], ['second', 2]], { row: fence(2), first: 409 });
    run.operations.push(store('first', rows), store('second'));
    return run;
  };
  assert.deepEqual(judge(forced(0), bothStored()), { verdict: 'refused', who: ['first'] });
  assert.equal(judge(forced(0), fenced()).verdict, 'fine');
  const later = fenced();
  for (const run of later.AB) run.responses.second.status = 402;
  for (const run of later.BA) Object.assign(run, { responses: { first: { status: 402 }, second: { status: 200 } } });
  assert.equal(judge(forced(0), later).verdict, 'refused'); // which says more than that an answer differs
  assert.equal(judge(forced(1), fenced()).verdict, 'race'); // a request that has changed something
});

test('a number that was drawn before the lock was got leaves a gap, as it does if its request is refused later', () => {
  const forced = drawn([['second', 1], ['first', 2]], { row: fence(2), second: 409 });
  forced.operations.push(store('first'));
  assert.deepEqual(judge(forced, fenced()), { verdict: 'fine', as: 'AB' });
});

test('a counter that says how often something was done is told, though its number is stored nowhere else', () => {
  const serial = fenced();
  for (const run of [...serial.AB, ...serial.BA]) {
    run.operations = run.operations.filter(({ rows, statement }) => statement !== 'INCR' || rows === 1);
    run.states.after.redis.keys.rows[0].value = '1';
  }
  const forced = drawn([['second', 1], ['first', 2]], { row: fence(2), second: 409 });
  forced.operations.push(store('first'), store('second', 0));
  assert.equal(judge(forced, serial).verdict, 'race');
});

test('an older number that is stored over a newer one is told', () => {
  const serial = bothStored();
  const forced = drawn([['first', 1], ['second', 2], ['second', 3]], { row: fence(1, 10) });
  forced.operations.push(store('second'), store('first'));
  assert.equal(judge(forced, serial).kind, 'lost update');
  forced.states.after[STORE].fences.rows = fence(3, 10);
  assert.equal(judge(forced, serial).verdict, 'fine'); // the later one tried twice
});

test('a counter of tries tells nothing: a request tries again while the other one is held', () => {
  const run = (tries) => drawn(Array.from({ length: tries }, (_, i) => [i ? 'second' : 'first', i + 1]), { row: [] });
  const serial = { AB: [run(2), run(2)], BA: [run(2), run(2)] };
  const forced = run(9);
  assert.equal(judge(forced, serial).verdict, 'fine');
  forced.operations.splice(4, 0, store('second', 0)); // it counts what it does, and does that again
  assert.equal(judge(forced, serial).verdict, 'race');
});

test('rows that are as one by one, but belong to others, do not fit together', () => {
  const run = (state, paid) => outcome({ sent: [], made: [`${STORE} orders.id`], after: {
    orders: [{ id: 1, state }], charges: paid ? [{ id: 9001, order_id: 1 }] : [] } });
  const serial = { AB: [run('paid', true), run('paid', true)], BA: [run('gone', false), run('gone', false)] };
  const { kind, tables } = judge(run('gone', true), serial);
  assert.deepEqual([kind, tables], ['mixed state', [`${STORE} charges`, `${STORE} orders`]]);
});
