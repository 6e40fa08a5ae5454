'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { afterRefusals } = require('../../../../lib/requests/candidates/refused.js');

const READ = { class: 'R', table: 'order', columns: ['id', 'state'] };
const WRITE = { class: 'W', table: 'order', columns: ['state'] };

// Requests as [handler, status, effects of its operations, more]; each on the order with the id in `more`, or 1.
function recordingOf(list) {
  const requests = new Map();
  const operations = new Map();
  for (const [i, [handler, status, effects, { id = 1, body = `${i}`, answer }]] of list.entries()) {
    const number = i + 1;
    const own = effects.map((effect, k) => ({
      operation: 10 * number + k, request: number, site: `${handler}:${k}`, api: 'q', statement: effect.class, store: 'pg',
      t: 10 * number + k, end: 10 * number + k, effects: [{ ...effect, keys: { id: [id] } }],
    }));
    for (const one of own) operations.set(one.operation, one);
    const [method, target] = handler.split(' ');
    const response = answer && { headers: {}, body: JSON.stringify(answer) };
    requests.set(number, { number, handler, method, target, headers: [], body, status, response, operations: own });
  }
  return { requests, operations };
}

const paidThenCancelled = [
  ['POST /pay', 200, [READ, WRITE], { id: 1 }],
  ['POST /cancel', 204, [READ, WRITE], { id: 2 }],
  ['POST /pay', 409, [READ], { id: 2 }],
];

test('a request that is refused after another one is tried between check and change of that', () => {
  const [found, ...others] = afterRefusals([recordingOf(paidThenCancelled)], []);
  assert.deepEqual(others, []);
  const { first, second, order, table, keys, same } = found;
  assert.deepEqual([first.request, first.window, first.hold, second.request], [2, [20, 21], 21, 3]);
  assert.deepEqual(second.sites, ['POST /pay:0', 'POST /pay:1']);
  assert.deepEqual(order, [['first', 20], ['second', 10], ['second', 11], ['first', 21]]);
  assert.deepEqual([table, keys, same], ['order', { id: [2] }, false]);
});

test('a change in one statement is tried between check and change of the refused request', () => {
  const list = paidThenCancelled.with(1, ['POST /cancel', 204, [WRITE], { id: 2 }]);
  const [{ first, second }] = afterRefusals([recordingOf(list)], []);
  assert.deepEqual([first.request, first.hold, second.request], [3, 11, 2]);
});

test('a change that met no row has refused nothing', () => {
  const list = [
    paidThenCancelled[0], ['POST /expire', 200, [{ ...WRITE, rows: 1 }], { id: 2 }],
    ['POST /expire', 200, [{ ...WRITE, rows: 0 }], { id: 2 }], paidThenCancelled[2],
  ];
  assert.equal(afterRefusals([recordingOf(list)], [])[0].second.request, 2);
});

test('each checks what the other changes, in another table', () => {
  const task = { class: 'A', table: 'task' };
  const tasks = { class: 'R', table: 'task' };
  const list = [
    ['POST /task', 201, [READ, task], { id: 1 }],
    ['POST /archive', 200, [tasks, WRITE], { id: 2 }],
    ['POST /task', 409, [READ], { id: 2 }],
  ];
  const [{ first, second }] = afterRefusals([recordingOf(list)], []);
  assert.deepEqual([first.request, first.window, first.hold, second.request], [2, [20, 21], 21, 3]);
  const unrelated = list.with(1, ['POST /archive', 200, [{ class: 'R', table: 'user' }, WRITE], { id: 2 }]);
  assert.deepEqual(afterRefusals([recordingOf(unrelated)], []), []);
});

test('a request that finds nothing any more, after a deletion of that row, is tried as well; of another row it is not', () => {
  const gone = paidThenCancelled.with(2, ['POST /pay', 404, [READ], { id: 2 }]);
  const [{ first, second }] = afterRefusals([recordingOf(gone)], []);
  assert.deepEqual([first.request, second.request], [2, 3]);
  const never = paidThenCancelled.with(2, ['POST /pay', 404, [READ], { id: 9 }]);
  assert.deepEqual(afterRefusals([recordingOf(never)], []), []);
});

test('a statement whose condition no row meets any more has only read', () => {
  const vain = paidThenCancelled.with(2, ['DELETE /order', 409, [{ class: 'D', table: 'order', rows: 0 }], { id: 2 }]);
  const [{ first, second }] = afterRefusals([recordingOf(vain)], []);
  assert.deepEqual([first.request, first.hold, second.request], [2, 21, 3]);
  const done = vain.with(2, ['DELETE /order', 409, [{ class: 'D', table: 'order', rows: 1 }], { id: 2 }]);
  assert.deepEqual(afterRefusals([recordingOf(done)], []), []);
});

test('a refusal that has another reason, or that needs the answer, is no candidate', () => {
  const otherRow = paidThenCancelled.with(2, ['POST /pay', 409, [READ], { id: 3 }]);
  const unauthorized = paidThenCancelled.with(2, ['POST /pay', 401, [READ], { id: 2 }]);
  const read = paidThenCancelled.with(2, ['GET /pay', 409, [READ], { id: 2 }]);
  const needing = paidThenCancelled
    .with(1, ['POST /cancel', 200, [READ, WRITE], { id: 2, answer: { receipt: 'r-123456' } }])
    .with(2, ['POST /pay', 409, [READ], { id: 2, body: '{"receipt":"r-123456"}' }]);
  for (const list of [otherRow, unauthorized, read, needing]) {
    assert.deepEqual(afterRefusals([recordingOf(list)], []), []);
  }
  const known = (trace) => [{ first: { trace, request: 3 }, second: { trace, request: 2 } }];
  assert.deepEqual(afterRefusals([recordingOf(paidThenCancelled)], known(0)), []);
  assert.equal(afterRefusals([recordingOf(paidThenCancelled)], known(1)).length, 1);
  assert.deepEqual(afterRefusals([recordingOf(paidThenCancelled)], [], ['GET /orders']), []);
});

// The same requests as recordingOf(), which a gateway passes on to a service that makes the operations.
function overProcesses(list) {
  const whole = recordingOf(list);
  const gateway = { ...whole, operations: new Map(), header: { started: '2020-01-01T00:00:00.000Z' } };
  const service = { requests: new Map(), operations: whole.operations, header: { started: '2020-01-01T00:00:01.000Z' } };
  for (const [number, request] of whole.requests) {
    const flow = `f-${number}`;
    service.requests.set(number, { ...request, flow, call: `c.${number}`, handler: 'PUT /state' });
    gateway.requests.set(number, { ...request, flow, operations: [] });
  }
  return [service, gateway];
}

test('a request that is refused by a gateway is tried with what services did for both', () => {
  const [found, ...others] = afterRefusals(overProcesses(paidThenCancelled), []);
  assert.deepEqual(others, []);
  const { first, second, order } = found;
  assert.deepEqual([first.trace, first.request, first.window, first.traces], [1, 2, [20, 21], [0, 0]]);
  assert.deepEqual([second.trace, second.request, second.handler, second.traces], [1, 3, 'POST /pay', [0, 0]]);
  assert.deepEqual(order, [['first', 20], ['second', 10], ['second', 11], ['first', 21]]);
});

test('a check and a change in two services are told apart by the time of the machine', () => {
  const [service, gateway] = overProcesses(paidThenCancelled);
  const teller = { requests: new Map(), operations: new Map(), header: { started: '2020-01-01T00:00:02.000Z' } };
  const checks = service.requests.get(2);
  const change = { ...checks.operations.pop(), t: 0, end: 1 }; // another process has begun later
  service.operations.delete(change.operation);
  teller.operations.set(change.operation, change);
  teller.requests.set(2, { ...checks, operations: [change] });
  const [{ first, second }] = afterRefusals([service, gateway, teller], []);
  assert.deepEqual([first.request, first.window, first.traces, second.request], [2, [20, 21], [0, 2], 3]);
});
