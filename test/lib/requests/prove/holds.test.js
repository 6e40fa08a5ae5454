'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { heldFor } = require('../../../../lib/requests/prove/holds.js');

const recordingOf = (requests, sent = []) => ({
  requests: new Map(requests.map((one) => [one.number, one])),
  operations: new Map(requests.flatMap(({ operations }) => operations).map((one) => [one.operation, one])),
  sent: new Map(sent),
});
const request = (number, call, operations) => (
  { number, call, operations: operations.map((one) => ({ ...one, request: number })) });

test('an operation is held itself; before a synchronous one, the last of its request that can be', () => {
  const recording = recordingOf([request(1, undefined, [{ operation: 1, t: 1 }, { operation: 2, t: 2, turn: 7 }])]);
  assert.equal(heldFor(recording, 1).number, 1);
  assert.equal(heldFor(recording, 2).number, 1);
});

test('a command of a transaction in Redis is held before MULTI, a statement of SQL itself', () => {
  const inside = (operation, more) => ({ operation, t: operation, transaction: 4, dialect: 'redis', ...more });
  const recording = recordingOf([request(1, undefined, [inside(1, { transaction: 3 }), inside(2), inside(3)])]);
  assert.equal(heldFor(recording, 3).number, 2);
  const sql = recordingOf([request(1, undefined, [inside(2, { dialect: 'mysql' }), inside(3, { dialect: 'mysql' })])]);
  assert.equal(heldFor(sql, 3).number, 3);
});

test('a service that has only synchronous operations is held where the gateway waits before it makes the call', () => {
  const waits = [{ operation: 1, t: 10 }, { operation: 2, t: 20 }, { operation: 3, t: 30 }];
  const gateway = recordingOf([request(1, undefined, waits)], [['g.1', { request: 1, t: 25 }]]);
  const stock = recordingOf([request(1, 'g.1', [{ operation: 1, t: 3, turn: 7 }])]);
  const { recording, number } = heldFor(stock, 1, [stock, gateway]);
  assert.deepEqual([recording === gateway, number], [true, 2]);
});

test('a synchronous operation that nothing waits before stays the place', () => {
  const alone = recordingOf([request(1, undefined, [{ operation: 1, t: 3, turn: 7 }])]);
  assert.deepEqual(heldFor(alone, 1, [alone]), { recording: alone, number: 1 });
});

test('a call of a request that is not in the recording leads to no place', () => {
  const worker = recordingOf([], [['w.1', { request: 9, t: 5 }]]);
  const stock = recordingOf([request(1, 'w.1', [{ operation: 1, t: 3, turn: 7 }])]);
  assert.deepEqual(heldFor(stock, 1, [stock, worker]), { recording: stock, number: 1 });
});
