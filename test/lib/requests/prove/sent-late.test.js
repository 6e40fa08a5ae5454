'use strict';
// Orders in which the message of one request is sent behind those of the other one.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { lateOrders } = require('../../../../lib/requests/prove/sent-late.js');

const made = (operation, request, end, more) => ({ operation, request, end, t: end - 1, ...more });
function recordingOf(requests, operations, sent = []) {
  const of = ({ number }) => operations.filter(({ request }) => request === number);
  return {
    requests: new Map(requests.map((one) => [one.number, { ...one, operations: of(one) }])),
    operations: new Map(operations.map((one) => [one.operation, one])), sent: new Map(sent),
  };
}

const job = (number, call) => ({ number, method: 'MESSAGE', call });
const api = (operations) => recordingOf([{ number: 1, method: 'PUT' }, { number: 2, method: 'PUT' }], operations,
  [['a.1', { request: 1, t: 20 }], ['a.2', { request: 2, t: 40 }]]);
const worker = recordingOf([job(1, 'a.1'), job(2, 'a.2')], [made(7, 1, 25), made(8, 2, 45)]);
const window = (...own) => ({ window: own, traces: own.map((one) => (one < 5 ? 0 : 1)), trace: 0 });
const candidate = { first: window(1, 7), second: window(3, 8) };
const whole = [made(1, 1, 10), made(2, 1, 30), made(3, 2, 32)];

test('a sender is held with the result of what it did before; the consumer deals with the other message', () => {
  const all = [api(whole), worker];
  assert.deepEqual(lateOrders(candidate, all), [
    [['first', 1, 0], ['second', 3, 0], ['second', 8, 1], ['first', 1, 0, true], ['first', 7, 1]],
    [['second', 3, 0], ['first', 1, 0], ['first', 7, 1], ['second', 3, 0, true], ['second', 8, 1]],
  ]);
  assert.equal(lateOrders({ ...candidate, same: true }, all).length, 1);
  // A message that a consumer sent: what its own sender did.
  const last = recordingOf([job(1, 'b.1')], [made(9, 1, 60)]);
  const relay = { ...recordingOf([job(1, 'a.1')], []), sent: new Map([['b.1', { request: 1, t: 50 }]]) };
  const first = { window: [9], traces: [2], trace: 0 };
  const [[, , , held]] = lateOrders({ same: true, first, second: window(3, 8) }, [api(whole), relay, last]);
  assert.deepEqual(held, ['first', 1, 0, true]);
});

test('without a consumer, or anything before the message that can be held, there is none', () => {
  const own = { first: { window: [1, 2], trace: 0 }, second: { window: [1, 2], trace: 0 }, same: true };
  assert.deepEqual(lateOrders(own, [api(whole), worker]), []);
  const synchronous = api([made(1, 1, 10, { turn: 3 }), made(3, 2, 32)]);
  assert.deepEqual(lateOrders({ ...candidate, same: true }, [synchronous, worker]), []);
});
