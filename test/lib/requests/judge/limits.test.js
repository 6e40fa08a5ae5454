'use strict';
// A limit that two requests at once pass: an answer in each serial order tells of it, by its status or by its text.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');

function wrong(first, second, { method = 'POST', bodyOf = () => undefined } = {}) {
  const answer = (status) => ({ status, body: bodyOf(status) });
  const state = { 'postgres://a': {} };
  return {
    at: Date.parse('2026-01-02T03:04:05Z'), responses: { first: answer(first), second: answer(second) },
    states: { before: state, middle: state, after: state }, operations: [], sent: [], deletes: [],
    methods: { first: method, second: method },
  };
}

const bothWays = (one, other, more) => ({ AB: [wrong(one, other, more)], BA: [wrong(other, one, more)] });

test('two wrong passwords at once, where the second is too many, pass the limit', () => {
  const serial = bothWays(401, 429);
  const { kind, status } = judge(wrong(401, 401), serial);
  assert.deepEqual([kind, status], ['limit', 429]);
  assert.equal(judge(wrong(401, 409), serial).verdict, 'refused');
  assert.equal(judge(wrong(200, 200, { method: 'GET' }), bothWays(200, 429)).kind, 'limit');
});

test('the body of a refusal may tell of the limit, beside a status that has other meanings', () => {
  const named = { bodyOf: (status) => ({ code: status === 403 ? 'TOO_MANY_ATTEMPTS' : 'WRONG' }) };
  assert.equal(judge(wrong(400, 400, named), bothWays(400, 403, named)).kind, 'limit');
  assert.equal(judge(wrong(400, 403, named), bothWays(400, 403, named)).verdict, 'fine');
  assert.equal(judge(wrong(400, 400), bothWays(400, 403)).verdict, 'refused');
});

test('so may the text of an answer with the same status', () => {
  const bodies = [{ error: 'Wrong password.' }, { code: 101, error: 'Your account is locked for 5 min.' }];
  const answered = (first, second) => {
    const run = wrong(401, 401);
    for (const [who, at] of Object.entries({ first, second })) run.responses[who].body = bodies[at];
    return run;
  };
  const serial = { AB: [answered(0, 1)], BA: [answered(1, 0)] };
  const { kind, text } = judge(answered(0, 0), serial);
  assert.deepEqual([kind, text], ['limit', bodies[1].error]);
  assert.equal(judge(answered(1, 1), serial).verdict, 'refused');
});
