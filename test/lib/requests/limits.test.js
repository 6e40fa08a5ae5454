'use strict';
// A limit that two requests at once pass: an answer in each serial order tells of it, by its status or by its text.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../lib/requests/judge.js');

const states = { before: {}, middle: {}, after: {} };
const outcome = (first, second) => ({ state: 'done', at: 1785248200000, operations: [], responses: { first, second }, states });

test('two wrong passwords at once, where the second is too many, pass the limit', () => {
  const answered = (first, second) => outcome({ status: first, body: {} }, { status: second, body: {} });
  const serial = { AB: [answered(401, 429)], BA: [answered(429, 401)] };
  const { kind, status } = judge(answered(401, 401), serial);
  assert.deepEqual([kind, status], ['limit', 429]);
  assert.equal(judge(answered(401, 409), serial).verdict, 'refused');
  const rights = { AB: [answered(200, 429)], BA: [answered(429, 200)] };
  assert.equal(judge({ ...answered(200, 200), methods: { first: 'GET', second: 'GET' } }, rights).kind, 'limit');
});

test('a limit may be told by the text of an answer alone', () => {
  const [no, locked] = [{ error: 'Wrong password.' }, { code: 101, error: 'Your account is locked for 5 min.' }];
  const answered = (first, second) => outcome({ status: 401, body: first }, { status: 401, body: second });
  const serial = { AB: [answered(no, locked)], BA: [answered(locked, no)] };
  const { kind, text } = judge(answered(no, no), serial);
  assert.deepEqual([kind, text], ['limit', locked.error]);
  assert.equal(judge(answered(locked, locked), serial).verdict, 'refused');
});
