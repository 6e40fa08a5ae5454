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
