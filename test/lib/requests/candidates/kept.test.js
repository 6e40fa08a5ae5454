'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge } = require('../../../../lib/requests/judge/judge.js');
const { keptInMemory } = require('../../../../lib/requests/candidates/kept.js');

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
  const [{ probes: refused }] = keptInMemory([recordingOf([read, ['POST', 204, 'D'], ['GET', 401, 'R']])]);
  assert.deepEqual(refused, [3]); // of a session that was ended
});

test('the row may be read and changed in services', () => {
  const root = recordingOf([['GET', 200], ['PUT', 204], ['GET', 200]]);
  const service = recordingOf([read, write, read]);
  for (const [number, request] of root.requests) {
    request.flow = `flow ${number}`;
    Object.assign(service.requests.get(number), { flow: request.flow, call: `${number}` });
  }
  const [{ first, second, probes }, ...others] = keptInMemory([root, service]);
  assert.deepEqual([others, probes], [[], [3]]);
  assert.deepEqual([first.trace, first.request, first.traces, first.hold], [0, 1, [1, 1], 10]);
  assert.deepEqual([second.trace, second.request, second.traces, second.window], [0, 2, [1, 1], [20, 20]]);
});

test('without a look afterwards, a change, or an answer that can be late there is no candidate', () => {
  const lists = [
    [read, write], [read, read, read], [write, read, read], [['GET', 200, 'R', { turn: 1 }], write, read],
    [['GET', 200, undefined], write, read], [read, ['PUT', 409, 'W'], read],
  ];
  for (const list of lists) assert.deepEqual(keptInMemory([recordingOf(list)]), []);
  assert.deepEqual(keptInMemory([recordingOf([read, write, read])], ['POST /orders']), []);
});

test('a later request that still gets what was read, and is refused in each serial order, tells of a lost update', () => {
  const run = (first, probe) => {
    const body = (status) => (status === 200 ? { user: 'ann' } : { error: 'token' });
    const rows = [{ status: probe, body: body(probe) }];
    return {
      responses: { first: { status: first, body: body(first) }, second: { status: 204 } }, operations: [], mayKeep: 'first',
      states: { before: {}, middle: {}, after: { memory: { 'GET /me': { rows } } } },
    };
  };
  const serial = { AB: [run(200, 401), run(200, 401)], BA: [run(401, 401), run(401, 401)] };
  const { verdict, kind, table, columns } = judge(run(200, 200), serial);
  assert.deepEqual([verdict, kind, table, columns], ['race', 'lost update', 'GET /me', ['status']]);
  const expiring = { ...serial, AB: [run(200, 200), run(200, 200)] };
  assert.notEqual(judge(run(200, 200), expiring).verdict, 'race');
  assert.notEqual(judge(run(200, 401), serial).verdict, 'race');
});
