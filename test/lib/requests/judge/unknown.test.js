'use strict';
// Facts that the recording does not have are not compared.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { serialProblem } = require('../../../../lib/requests/judge/judge.js');

test('an answer that the recording does not have is not compared, since its test ended the server before', () => {
  const run = () => ({
    responses: { first: { status: 200 }, second: { status: 402, body: { error: 'no money' } } },
    states: { before: {}, middle: {}, after: {} },
  });
  const problemOf = (second) => serialProblem({ AB: [run()], BA: [] }, { first: { status: 200 }, second }, 'AB')?.reason;
  assert.equal(problemOf({ status: undefined }), undefined);
  assert.equal(problemOf({ status: 402, body: undefined }), undefined);
  assert.equal(problemOf({ status: 200 }), 'other answer');
  assert.equal(problemOf({ status: 402, body: {} }), 'error answer');
});
