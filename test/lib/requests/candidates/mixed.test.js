'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { mixedInMemory } = require('../../../../lib/requests/candidates/mixed.js');

// GET /me of users with these tokens, each with one operation.
function recordingOf(tokens, bodyOf = (token) => `{"name":"${token}"}`) {
  const requests = new Map();
  const operations = new Map();
  for (const [i, token] of tokens.entries()) {
    const number = i + 1;
    const one = { operation: 10 * number, request: number, site: 'a.js:1', api: 'q', statement: 'SELECT' };
    operations.set(one.operation, one);
    const sent = { method: 'GET', target: '/me', headers: ['x-token', token] };
    const response = { headers: {}, body: bodyOf(token) };
    requests.set(number, { number, handler: 'GET /me', ...sent, status: 200, response, operations: [one] });
  }
  return { requests, operations };
}

test('two requests of a handler by different users are tried against each other, once', () => {
  const [{ first, second, order, needs }, ...others] = mixedInMemory([recordingOf(['ann', 'ann', 'bob', 'eve'])]);
  assert.deepEqual(others, []);
  assert.deepEqual([first.request, second.request, needs], [1, 3, { first: [], second: [] }]);
  assert.deepEqual(order, [['first', 10], ['second', 30], ['first', 10]]);
});

test('equal requests, equal answers and calls of gRPC, which cannot be sent again, are not', () => {
  const calls = recordingOf(['ann', 'bob']);
  for (const { headers } of calls.requests.values()) headers.push('Content-Type', 'application/grpc+proto');
  assert.deepEqual(mixedInMemory([calls]), []);
  assert.deepEqual(mixedInMemory([recordingOf(['ann', 'ann'])]), []);
  assert.deepEqual(mixedInMemory([recordingOf(['ann', 'bob'], () => '{"ok":true}')]), []);
  assert.deepEqual(mixedInMemory([recordingOf(['ann', 'bob'])], ['GET /you']), []);
});

test('a request is held at its first place as well, which a package of middleware may call', () => {
  const recording = recordingOf(['ann', 'bob']);
  for (const { number, operations } of recording.requests.values()) {
    const of = { request: number, api: 'q', dialect: 'postgres' };
    const places = ['SELECT sess', 'SELECT seen', 'SELECT pages', 'UPDATE sess'];
    operations.splice(0, 1, ...places.map((statement, i) => ({ ...of, operation: 10 * number + i, statement })));
    for (const one of operations) recording.operations.set(one.operation, one);
  }
  const found = mixedInMemory([recording]);
  assert.deepEqual(found.map(({ first, second }) => [first.hold, second.window[0]]), [[13, 23], [10, 20], [12, 22]]);
  for (const { operations } of recording.requests.values()) for (const one of operations) one.dialect = 'waits';
  assert.deepEqual(mixedInMemory([recording]), []);
});
