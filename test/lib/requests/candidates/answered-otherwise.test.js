'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { rankedByAnswers } = require('../../../../lib/requests/candidates/answered-otherwise.js');

// Requests as "POST /a 201".
function ranksIn(list, [first, second]) {
  const requests = new Map(list.map((text, i) => {
    const [method, target, status] = text.split(' ');
    return [i + 1, { number: i + 1, method, target, status: Number(status) }];
  }));
  const sides = { first: { trace: 0, request: first }, second: { trace: 0, request: second } };
  return rankedByAnswers([{ ...sides, rank: 0.6 }], [{ requests }])[0].rank.toFixed(1);
}

test('two requests rank lower if an equal one between both was answered otherwise', () => {
  const list = ['POST /folders/1/documents 201', 'DELETE /folders/1 409', 'DELETE /documents/1 204', 'DELETE /folders/1 204'];
  assert.equal(ranksIn(list, [1, 4]), '0.3');
  assert.equal(ranksIn(list, [4, 1]), '0.3');
  assert.equal(ranksIn(list, [1, 2]), '0.6');
  assert.equal(ranksIn(list, [1, 3]), '0.6');
  assert.equal(ranksIn(['POST /a 201', 'DELETE /b 202', 'DELETE /b 204'], [1, 3]), '0.6');
});
