'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { PairUnderWay } = require('../../../../lib/requests/prove/plan.js');
const { underWay } = require('../../../../lib/requests/candidates/under-way.js');

const effect = (kind) => ({ class: kind, table: 'orders', keys: { id: ['41736'] }, primary: true });
const response = (body) => ({ headers: {}, body });

// POST /orders inserts a row and answers with its id; a consumer checks the row (2) and changes it (3); then it is
// cancelled, if it is not paid.
function recordings({ method = 'POST', target = '/orders/41736/cancel', status = 409, from = 'MESSAGE' } = {}) {
  const operationsOf = (request, ...kinds) => kinds.map(([operation, kind]) => (
    { operation, request, t: operation, end: operation, site: `s.js:${operation}`, api: 'q', statement: kind, store: 'pg', effects: [effect(kind)] }));
  const order = {
    number: 1, flow: 'a', t: 0, ms: 1, method: 'POST', target: '/orders', handler: 'POST /orders', headers: [], status: 202,
    response: response('{"id":41736}'), shape: 'POST /orders', ordinal: 1, operations: operationsOf(1, [1, 'A']),
  };
  const work = { number: 2, flow: 'a', t: 2, call: 'm', method: from, target: 'orders', headers: [], operations: operationsOf(2, [2, 'R'], [3, 'W']) };
  const cancel = {
    number: 3, flow: 'b', t: 4, ms: 1, method, target, handler: `${method} /orders/:id`, headers: [], status,
    response: response('{}'), operations: operationsOf(3, [4, 'R']),
  };
  const all = [order, work, cancel];
  const store = { name: 'pg', dialect: 'postgres' };
  return [{
    main: 'shop.js', requests: new Map(all.map((one) => [one.number, one])), stores: new Map([[1, store]]), schemas: new Map(),
    operations: new Map(all.flatMap(({ operations }) => operations).map((one) => [one.operation, one])),
    sent: new Map([['m', { request: 1, t: 1, queue: 'q' }]]), heard: new Map(), done: [{ queue: 'q', id: 'm' }],
  }];
}

const stepsIn = (pair, mode, order) => pair.steps(mode, order)
  .map(({ who, until }) => `${who[0]}${until ? ` ${until.statement}${until.isAfter ? ' done' : ''}` : ''}`).join(', ');

test('a request is tried between check and change of a consumer, and the consumer between its own', () => {
  const all = recordings();
  const [candidate, ...others] = underWay(all);
  assert.deepEqual([candidate.pattern, candidate.table, others.length], ['under way', 'orders', 0]);
  const pair = new PairUnderWay(candidate, all);
  assert.deepEqual(candidate.orders.map((order) => stepsIn(pair, 'forced', order)), ['f R, s R done, f, s', 'f W, s, f']);
  // One by one: after the consumer, or before it.
  assert.deepEqual([stepsIn(pair, 'AB'), stepsIn(pair, 'BA')], ['f, s', 'f R, s, f']);
  assert.deepEqual(pair.plan('AB').learnLive.map(([, value]) => value), ['41736']);
});

test('one that only reads, that needs nothing of the first one, or whose change no consumer meets is not', () => {
  assert.equal(underWay(recordings({ method: 'GET' })).length, 0);
  assert.equal(underWay(recordings({ status: 200 })).length, 0); // done, and it changed nothing
  assert.equal(underWay(recordings({ from: 'POST' })).length, 0); // a call
  assert.equal(underWay(recordings(), ['GET /']).length, 0);
  const free = recordings({ target: '/cancel' });
  free[0].operations.get(1).effects.length = 0;
  assert.equal(underWay(free).length, 0);
});
