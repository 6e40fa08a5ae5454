'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { atEdges } = require('../../../lib/requests/edges.js');

// Three requests to a team of two seats: the third is refused, and does not insert.
function recordingOf(bodies) {
  const requests = new Map();
  const operations = new Map();
  bodies.forEach((body, i) => {
    const number = i + 1;
    const isLast = number === bodies.length;
    const own = ['SELECT', ...(isLast ? [] : ['INSERT'])].map((statement, k) => (
      { operation: 10 * number + k, request: number, site: `a.js:${k}:1`, api: 'q', statement }));
    for (const one of own) operations.set(one.operation, one);
    requests.set(number, {
      number, handler: 'POST /members', method: 'POST', target: '/members', headers: [], body, status: isLast ? 403 : 201,
      operations: own,
    });
  });
  return { requests, operations };
}

const side = { trace: 0, request: 1, handler: 'POST /members', window: [10, 11] };
const candidate = {
  id: 'abcdef', rank: 0.9, same: true, first: { ...side, hold: 11 }, second: side,
  order: [['first', 10], ['second', 10], ['second', 11], ['first', 11]],
};

test('a copy is one of the last request before the limit, and the refused request may take its place', () => {
  const [copy, refused, ...others] = atEdges([candidate], [recordingOf(['ann', 'bob', 'eve'])]);
  assert.deepEqual([copy.id, copy.same, copy.first.request, copy.second.request], ['abcdef', true, 2, 2]);
  assert.equal(copy.first.hold, 21);
  assert.deepEqual(copy.order.map(([, number]) => number), [20, 20, 21, 21]);
  const { same, first, second, needs } = refused;
  assert.deepEqual([same, first.request, second.request, needs.second], [false, 2, 3, []]);
  assert.match(refused.id, /^(?!abcdef)[0-9a-f]{6}$/);
  assert.deepEqual(others, []);
});

test('a refused request that sends the same is no other one, and two different requests stay', () => {
  assert.equal(atEdges([candidate], [recordingOf(['ann', 'ann', 'ann'])]).length, 1);
  const other = { ...candidate, same: false };
  assert.deepEqual(atEdges([other], [recordingOf(['ann', 'bob', 'eve'])]), [other]);
});

// Votes of several users, all counted in one row; each user also has a row of their own.
function votes(tables) {
  const recording = recordingOf(['ann', 'bob', 'eve']);
  for (const one of recording.operations.values()) {
    const effect = (kind) => ({ class: kind, table: 'poll', keys: { id: [tables[one.request - 1]] }, columns: ['tally'] });
    Object.assign(one, { store: 'pg', effects: [effect(one.statement === 'INSERT' ? 'W' : 'R')] });
  }
  return recording;
}

test('another request that changes the same row takes the place of the copy as well', () => {
  const found = atEdges([candidate], [votes([1, 1, 1])]);
  assert.deepEqual(found.map(({ first, second }) => [first.request, second.request]), [[2, 2], [2, 3], [2, 1]]);
  const [, , { same, order, second, needs }] = found;
  assert.deepEqual([same, second.window, needs], [false, [10, 11], { first: [], second: [] }]);
  assert.deepEqual(order, [['first', 20], ['second', 10], ['second', 11], ['first', 21]]);
});

test('another request that changes another row does not', () => {
  assert.equal(atEdges([candidate], [votes([7, 1, 1])]).length, 2);
});
