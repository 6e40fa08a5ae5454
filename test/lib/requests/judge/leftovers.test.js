'use strict';
// Suites that reset nothing: each run leaves the rows of its own session behind.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge, serialProblem } = require('../../../../lib/requests/judge/judge.js');
const { withoutLeftovers } = require('../../../../lib/requests/judge/leftovers.js');

const NOW = Date.parse('2026-01-02T03:04:05Z');

// Makes runs, each with a session of its own; `carts` are those before, between and after both requests.
function maker() {
  const left = [{ key: 'session-0', cart: ['a', 'a'] }]; // of the recording
  const runs = [];
  return (carts) => {
    const id = `session-${runs.length + 1}`;
    const stateOf = (cart) => ({ redis: { keys: { rows: [...left, { key: id, cart }], primary: ['key'] } } });
    const [before, middle, after] = carts.map(stateOf);
    const answers = { first: { status: 200 }, second: { status: 200 } };
    const run = { at: NOW, responses: answers, states: { before, middle, after }, sent: [], methods: {}, deletes: [] };
    left.push({ key: id, cart: carts.at(-1) });
    runs.push(run);
    return withoutLeftovers(run, { all: runs.slice(0, -1), alike: runs.slice(0, -1) });
  };
}

const SERIAL = [['a'], ['a', 'b'], ['a', 'b', 'b']];
const LOST = [['a'], ['a'], ['a', 'b']];

test('sessions that earlier runs left behind make no equal runs differ, and a lost update is seen', () => {
  const run = maker();
  const serial = { AB: [run(SERIAL)], BA: [run(SERIAL)] };
  const forced = run(LOST);
  serial.AB.push(run(SERIAL));
  serial.BA.push(run(SERIAL));
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  const { verdict, kind, serial: rows } = judge(forced, serial);
  assert.deepEqual([verdict, kind], ['race', 'lost update']);
  assert.deepEqual(rows.map((row) => JSON.parse(row).cart), Array(4).fill(['a', 'b', 'b']));
  assert.equal(judge(run(SERIAL), serial).verdict, 'fine');
});

test('a row with a fixed key stays, also if a run does not change it', () => {
  const of = (n) => ({ db: { stock: { rows: [{ id: 1, n }], primary: ['id'] } } });
  const changed = { at: NOW, states: { before: of(3), middle: of(2), after: of(1) } };
  const lost = { at: NOW, states: { before: of(3), middle: of(3), after: of(3) } };
  assert.deepEqual(withoutLeftovers(lost, { all: [changed], alike: [changed] }), lost);
});

// Each run's suite makes one row, with what `madeIn(number of the run)` returns.
function serialRuns(madeIn) {
  const runs = [];
  const run = () => {
    const state = { db: { user: { rows: [{ id: 1, ...madeIn(runs.length) }], primary: ['id'] } } };
    const answers = { first: { status: 200 }, second: { status: 409 } };
    const states = { before: state, middle: state, after: state };
    const outcome = { at: NOW, responses: answers, states, sent: [], methods: {}, deletes: [] };
    const clean = withoutLeftovers(outcome, { all: runs, alike: [...runs] });
    runs.push(outcome);
    return clean;
  };
  return { AB: [run(), run()], BA: [run(), run()] };
}

const token = (run) => `b12-yBlysuF.7k02${run}`;
for (const [what, madeIn] of [
  ['a value of it is', (run) => ({ hash: token(run), failed: 0 })],
  ['the items of a list are', (run) => ({ logins: [token(run), token(run + 1)] })],
  ['a value and a time of it are', (run) => ({ hash: token(run), made: `2026-01-02 03:04:0${run}` })],
]) {
  test(`a row that the suite makes in each run stays, though ${what} new each time`, () => {
    const serial = serialRuns(madeIn);
    assert.equal(serial.AB[1].states.after.db.user.rows.length, 1);
    assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  });
}

// Makes runs of a suite that makes a team before both requests and another one after them, and removes none. `seats`
// are those of the first team after each of both requests.
function teams() {
  const rows = [{ id: 1, seats: 0 }, { id: 2, seats: 9 }]; // of the recording
  const outcomes = [];
  return (seats) => {
    const stateOf = (more = []) => ({ db: { team: { rows: [...rows, ...more], primary: ['id'] } } });
    const id = rows.length + 1;
    const [before, middle, after] = [2, ...seats].map((free) => stateOf([{ id, seats: free }]));
    const states = { before, middle, after };
    const answers = { first: { status: 200 }, second: { status: 200 } };
    const outcome = { at: NOW, beginning: stateOf(), states, responses: answers, sent: [], methods: {}, deletes: [] };
    rows.push({ id, seats: seats[1] }, { id: id + 1, seats: 9 });
    const clean = withoutLeftovers(outcome, { all: [...outcomes], alike: [...outcomes] });
    outcomes.push(outcome);
    return clean;
  };
}

test('rows that later tests of earlier runs made are left out, and a lost update is seen', () => {
  const run = teams();
  const serial = { AB: [run([1, 0])], BA: [run([1, 0])] };
  const forced = run([1, 1]);
  serial.AB.push(run([1, 0]));
  serial.BA.push(run([1, 0]));
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(forced, serial).kind, 'lost update');
  assert.equal(judge(run([1, 0]), serial).verdict, 'fine');
});

test('a row that a suite makes with one key and removes stays in a run that finds it', () => {
  const of = (n, beginning = []) => {
    const state = { db: { stock: { rows: [{ id: 1, n }], primary: ['id'] } } };
    return { at: NOW, beginning: { db: { stock: { rows: beginning, primary: ['id'] } } }, states: { before: state, after: state } };
  };
  const earlier = [of(3), of(3)];
  const found = of(3, [{ id: 1, n: 3 }]); // the run before this one was ended
  assert.deepEqual(withoutLeftovers(found, { all: [], alike: earlier }).states, found.states);
});

test('ids of two tables that are equal in one run by chance make no equal runs differ', () => {
  const of = (id, team) => {
    const rowsOf = (...members) => ({ db: {
      member: { rows: members, primary: ['id'] }, team: { rows: [{ id: team, seats: 1 }], primary: ['id'] },
    } });
    const states = { before: rowsOf(), middle: rowsOf({ id, team_id: team }), after: rowsOf({ id, team_id: team }) };
    const answers = { first: { status: 200 }, second: { status: 409 } };
    return { at: NOW, states, responses: answers, sent: [], methods: {}, deletes: [] };
  };
  const serial = { AB: [of(3, 3), of(10, 9)], BA: [of(4, 5), of(12, 11)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(of(7, 7), serial).verdict, 'fine');
});

test('ids of a table that is not read may be equal to others by chance, too', () => {
  const of = (id, team) => {
    const stateOf = (...rows) => ({ db: { member: { rows, primary: ['id'], foreign: { team_id: 'team' } } } });
    const member = (one) => ({ id: one, team_id: team });
    const states = { before: stateOf(member(id)), middle: stateOf(member(id), member(id + 1)) };
    const answers = { first: { status: 200 }, second: { status: 409 } };
    const sent = { sent: [], methods: {}, deletes: [] };
    return { at: NOW, states: { ...states, after: states.middle }, responses: answers, ...sent };
  };
  const serial = { AB: [of(3, 3), of(10, 9)], BA: [of(4, 5), of(12, 11)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(of(7, 7), serial).verdict, 'fine');
});

// A key that both requests write with the same value. An earlier run was ended before the suite removed it.
for (const [what, isWritten] of [['that the requests write stays', true], ['that they do not write is left out', false]]) {
  test(`a row that an earlier run left with equal values and ${what}`, () => {
    const of = (before, after) => {
      const stateOf = (keys) => ({ redis: { keys: { rows: keys.map((key) => ({ key, value: 'x' })), primary: ['key'] } } });
      const states = { before: stateOf(before), middle: stateOf(after), after: stateOf(after) };
      return { at: NOW, beginning: stateOf(before), states, written: (table, { key }) => isWritten && key === 'last' };
    };
    const first = of([], ['last']);
    const next = of(['last'], ['last']);
    const clean = withoutLeftovers(next, { all: [first], alike: [first] });
    assert.deepEqual(clean.states.after.redis.keys.rows.map(({ key }) => key), isWritten ? ['last'] : []);
  });
}

test('a row with a key that two earlier runs wrote stays in a run that writes none, as one that is refused', () => {
  const rowsOf = (keys) => keys.map((key) => ({ key, value: 'x' }));
  const stateOf = (...keys) => ({ redis: { keys: { rows: rowsOf(keys), primary: ['key'] } } });
  const of = (isWritten, before) => {
    const states = { before: stateOf(...before), middle: stateOf('last'), after: stateOf('last') };
    return { at: NOW, states, written: () => isWritten };
  };
  const earlier = [of(true, []), of(true, ['last'])];
  const refused = of(false, ['last']);
  assert.deepEqual(withoutLeftovers(refused, { all: earlier, alike: earlier }).states, refused.states);
});
