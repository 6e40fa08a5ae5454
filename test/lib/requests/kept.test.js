'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { keptInMemory } = require('../../../lib/requests/kept.js');

const KEYS = { table: 'product', keys: { id: [1] }, columns: ['price'] };

// Requests as [method, status, class of its operation, or undefined, more].
function recordingOf(list) {
  const requests = new Map();
  const operations = new Map();
  for (const [i, [method, status, kind, more = {}]] of list.entries()) {
    const number = i + 1;
    const about = { operation: 10 * number, request: number, site: `${method}:1`, api: 'q', statement: kind, store: 'pg' };
    const one = { ...about, t: number, end: number, effects: [{ class: kind, ...KEYS }], ...more };
    const own = kind === undefined ? [] : [one];
    operations.set(one.operation, one);
    const handler = `${method} /products/:id`;
    const sent = { method, target: '/products/1', headers: [], body: `${i}` };
    requests.set(number, { number, handler, ...sent, status, operations: own });
  }
  return { requests, operations };
}

const read = ['GET', 200, 'R'];
const write = ['PUT', 204, 'W'];

test('a request that reads what a later one changes is held with its result, if the test looks once more', () => {
  const [{ first, second, order, probes, holdsAnswer }, ...others] = keptInMemory([recordingOf([read, write, read])]);
  assert.deepEqual(others, []);
  assert.deepEqual([first.request, first.hold, second.request, probes, holdsAnswer], [1, 10, 2, [3], true]);
  assert.deepEqual(order, [['first', 10], ['second', 20], ['first', 10]]);
});

test('without a look afterwards, a change, or an answer that can be late there is no candidate', () => {
  const lists = [
    [read, write], [read, read, read], [write, read, read], [['GET', 200, 'R', { turn: 1 }], write, read],
    [['GET', 200, undefined], write, read], [read, ['PUT', 409, 'W'], read],
  ];
  for (const list of lists) assert.deepEqual(keptInMemory([recordingOf(list)]), []);
  assert.deepEqual(keptInMemory([recordingOf([read, write, read])], ['POST /orders']), []);
});
