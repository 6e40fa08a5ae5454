'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { writesIn } = require('../../../../lib/requests/judge/acts.js');
const { besideLaterWork } = require('../../../../lib/requests/judge/beside-later-work.js');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const EXPIRE = { site: 'worker.js:5', api: 'query', statement: "UPDATE holds SET state = 'free' WHERE id = $1" };
const WRITES = writesIn([{ ...EXPIRE, effects: [{ class: 'W', rows: 1 }] }]);

// `states`: of the hold before the later work, if that is read, and in the end. `rows` that the later work changes.
function outcome([first, second], states, { rows = 0, payments = [] } = {}) {
  const stateOf = (state) => ({ pg: {
    holds: { rows: [{ id: 7, state }], primary: ['id'] }, payments: { rows: payments, primary: ['hold'] },
  } });
  const [middle, after] = states.length > 1 ? states : [undefined, states[0]];
  return {
    at: 0, responses: { first: { status: first, body: {} }, second: { status: second, body: {} } },
    operations: [{ ...EXPIRE, who: 'first', rows }, { who: 'second', api: 'query', statement: 'UPDATE holds SET state = 1', rows: 1 }],
    states: { before: stateOf('none'), ...(middle && { middle: stateOf(middle) }), after: stateOf(after) },
    handlers: { first: 'POST /holds', second: 'POST /holds/:id/pay' }, methods: { first: 'POST', second: 'POST' },
  };
}

const paid = { payments: [{ hold: 7 }] };
const serial = {
  AB: [1, 2].map(() => outcome([201, 409], ['free', 'free'], { rows: 1 })),
  BA: [1, 2].map(() => outcome([201, 404], ['none', 'free'], { rows: 1 })),
};
const runs = [1, 2].map(() => outcome([201, 200], ['sold', 'sold'], paid));

function verdictOf(forced, { isWhole, between = runs }) {
  const judgement = judge(forced, serial);
  assert.equal(judgement.verdict, 'race');
  const { verdict, kind } = besideLaterWork(forced, judgement, {
    serial, between: { who: 'first', isWhole, writes: WRITES, runs: between },
  });
  return [verdict, kind];
}

test('a hold that is paid before its job looks at it is as one by one', () => {
  assert.deepEqual(verdictOf(outcome([201, 200], ['sold'], paid), { isWhole: true }), ['fine', undefined]);
});

test('a job that frees a hold which was paid after its look is a race', () => {
  const [verdict, kind] = verdictOf(outcome([201, 200], ['free'], { ...paid, rows: 1 }), { isWhole: true });
  assert.deepEqual([verdict, kind], ['race', 'mixed state']);
});

test('where the window begins before the answer, later work that does nothing, or takes it back, is refused', () => {
  const forced = (rows) => outcome([201, 200], ['sold'], { ...paid, rows });
  assert.deepEqual(verdictOf(forced(0), { isWhole: false }), ['refused', undefined]);
  const takenBack = [1, 2].map(() => outcome([201, 200], ['sold', 'sold'], { ...paid, rows: 1 }));
  assert.deepEqual(verdictOf(forced(1), { isWhole: false, between: takenBack }), ['refused', undefined]);
});

test('there later work that changes what the other request has done is a race, as that of an old value', () => {
  const changed = [1, 2].map(() => outcome([201, 200], ['sold', 'freed'], { ...paid, rows: 1 }));
  const forced = outcome([201, 200], ['freed'], { ...paid, rows: 1 });
  assert.deepEqual(verdictOf(forced, { isWhole: false, between: changed }), ['race', 'double use']);
});
