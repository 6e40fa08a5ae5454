'use strict';
// Answers that tell that nothing was done, though they are no errors.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { writesIn } = require('../../../../lib/requests/judge/acts.js');
const { judge } = require('../../../../lib/requests/judge/judge.js');

const WRITE = { site: 'a.js:1:1', api: 'q', statement: 'UPDATE job' };
const RUNNING = ['running', 'running'];
const LEFT = ['running', 'queued'];

const jobs = (states) => ({ 'postgres://shop': {
  job: { rows: states.map((state, i) => ({ id: i + 1, state })), primary: ['id'] },
} });

// Two workers ask for a job each, and there are two. `second` is the body of the second one's answer.
const claimed = (second, states, acting) => ({
  at: Date.now(), sent: [], methods: { first: 'POST', second: 'POST' }, deletes: [],
  responses: { first: { status: 200, body: { job: 1 } }, second: { status: second ? 200 : 204, body: second } },
  states: { before: jobs(['queued', 'queued']), middle: jobs(LEFT), after: jobs(states) },
  writes: { [JSON.stringify(Object.values(WRITE))]: true },
  operations: acting.map((who) => ({ who, ...WRITE, rows: 1 })),
});

test('a worker that gets no job, since the other one has locked all, is refused cleanly; a job that is lost is a race', () => {
  const both = () => claimed({ job: 2 }, RUNNING, ['first', 'second']);
  const serial = { AB: [both(), both()], BA: [both(), both()] };
  const verdictOf = (...outcome) => judge(claimed(...outcome), serial).verdict;
  assert.deepEqual(judge(claimed(undefined, LEFT, ['first']), serial), { verdict: 'refused', who: ['second'] });
  assert.equal(verdictOf({ job: null }, LEFT, ['first']), 'refused');
  assert.equal(verdictOf({ job: 2 }, LEFT, ['first']), 'race');
  assert.equal(verdictOf(undefined, LEFT, ['first', 'second']), 'race');
});

test('an answer of GraphQL with errors is no success, so equal rows of two that have none tell of a double use', () => {
  const run = (bodies, ...ids) => ({
    ...claimed(bodies[1], [], []), states: { before: jobs([]), middle: jobs([]), after: { 'postgres://shop': { member: {
      rows: ids.map((id) => ({ id, email: 'ann' })), primary: ['id'] } } } },
    responses: { first: { status: 200, body: bodies[0] }, second: { status: 200, body: bodies[1] } },
  });
  const [done, failed] = [{ data: { join: 1 } }, { errors: [{ message: 'used up' }] }];
  const serial = { AB: [1, 8].map((id) => run([done, failed], id)), BA: [2, 9].map((id) => run([failed, done], id)) };
  assert.equal(judge(run([done, done], 3, 4), serial).kind, 'double use');
});

test('a copy that writes although the other one has done it all is done twice, not an update that is lost', () => {
  const charged = (bodies, charges, acting, isCopy = true) => ({
    ...claimed(bodies[1], RUNNING, acting), isCopy,
    responses: { first: { status: 201, body: { id: bodies[0] } }, second: { status: 200, body: { id: bodies[1] } } },
    states: { before: {}, middle: {}, after: { redis: { 0: { rows: [{ key: 'charges', value: charges }], primary: ['key'] } } } },
  });
  const once = () => charged([1, 1], ['5'], ['first']);
  const serial = { AB: [once(), once()], BA: [once(), once()] };
  const twice = (...more) => judge(charged([1, 2], ['5', '5'], ['first', 'second'], ...more), serial);
  const { kind, isDone, state } = twice();
  assert.deepEqual([kind, isDone, state.kind], ['double use', true, 'lost update']);
  assert.equal(twice(false).kind, 'lost update');
});

test('two that each take a part of a batch are no double use, and two that take the same row are', () => {
  const run = (bodies, ...acting) => ({
    ...claimed(bodies[1], RUNNING, acting),
    responses: { first: { status: 200, body: bodies[0] }, second: { status: 200, body: bodies[1] } },
  });
  const serial = { AB: [run([{ n: 2 }, { n: 0 }], 'first', 'first')], BA: [run([{ n: 0 }, { n: 2 }], 'second', 'second')] };
  assert.notEqual(judge(run([{ n: 1 }, { n: 1 }], 'first', 'second'), serial).kind, 'double use');
  assert.equal(judge(run([{ n: 2 }, { n: 2 }], 'first', 'first', 'second', 'second'), serial).kind, 'double use');
  // WITH due AS (UPDATE ...) INSERT ...: the rows of the insert are told, and a last one finds none.
  const writes = writesIn([{ ...WRITE, effects: [{ class: 'W' }, { class: 'A', rows: 1 }] }]);
  const late = { ...run([{ n: 2 }, { n: 1 }], 'first', 'second'), writes };
  late.operations.push({ who: 'first', ...WRITE, rows: 0 });
  for (const one of Object.values(serial).flat()) one.writes = writes;
  assert.notEqual(judge(late, serial).kind, 'double use');
});
