'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { proveCandidate } = require('../../../../lib/requests/prove/prove.js');
const { Pair, ordersOf, queuedOrders, stepsOf } = require('../../../../lib/requests/prove/plan.js');

// One request whose operations follow each other.
function recordingOf(count) {
  const at = (i) => ({ operation: i + 1, request: 1, t: 10 * i, end: 10 * i + 5 });
  const operations = Array.from({ length: count }, (_, i) => at(i));
  return {
    operations: new Map(operations.map((one) => [one.operation, one])), requests: new Map([[1, { operations }]]),
  };
}

test('a request is held late, and early in its window if there is an operation between', () => {
  const recording = recordingOf(4);
  const of = (window) => {
    const order = [['first', window[0]], ...window.map((n) => ['second', n]), ['first', window[1]]];
    const recordings = { first: recording, second: recording };
    return ordersOf({ order, same: true, first: { window }, second: { window } }, recordings)
      .map((one) => one.map(([who, number]) => `${who[0]}${number}`).join(' '));
  };
  assert.deepEqual(of([1, 2]), ['f1 s1 s2 f2', 'f1 s1 f2 s2']);
  assert.deepEqual(of([1, 4]), ['f1 s1 s4 f4', 'f1 s1 f4 s4', 'f1 s1 s4 f2']);
});

test('where the held request has the only connection, it is held from the start, and the queue decides', () => {
  const recording = recordingOf(4);
  const recordings = { first: recording, second: recording, all: [recording] };
  const stepsFor = (more, dialect = 'postgres') => {
    for (const one of recording.operations.values()) one.dialect = dialect;
    const candidate = { first: { trace: 0, window: [2, 4] }, second: { trace: 0, window: [1, 3] }, ...more };
    return queuedOrders(candidate, recordings)
      .map((order) => stepsOf(order, recordings).map(({ who, until }) => `${who} ${until?.nth ?? 'end'}`).join(', '));
  };
  assert.deepEqual(stepsFor({ same: true }), ['first 2, second end, first end']);
  assert.deepEqual(stepsFor({}), ['first 2, second end, first end', 'second 1, first end, second end']);
  assert.deepEqual(stepsFor({ shared: true }), []);
  assert.deepEqual(stepsFor({}, 'files'), []); // no pool
});

test('the other request waits until a lock of the held one has run out', () => {
  const recording = recordingOf(2);
  const candidate = { expires: 400, same: true, first: { trace: 0, request: 1 }, second: { trace: 0, request: 1 } };
  const pair = new Pair(candidate, [recording]);
  const steps = pair.steps('forced', [['first', 1], ['second', 1], ['second', 2], ['first', 2]]);
  assert.deepEqual(steps.map(({ who, pause }) => [who, pause]), [['first', undefined], ['second', 420], ['first', undefined]]);
});

// A gateway without operations, and two services; each flow calls the first one and then the second.
function servicesOf(flows) {
  const recording = (main, operationsOf) => {
    const requests = flows.map((flow, index) => ({ number: index + 1, flow, method: 'POST', target: '/', headers: [], operations: operationsOf(index) }));
    return {
      main, schemas: new Map(), requests: new Map(requests.map((one) => [one.number, one])),
      operations: new Map(requests.flatMap((one) => one.operations).map((one) => [one.operation, one])),
    };
  };
  const operation = (index, site) => [{ operation: index + 1, request: index + 1, site, api: 'q', statement: 'UPDATE item', store: 'pg' }];
  return [
    recording('gateway.js', () => []), recording('orders.js', (index) => operation(index, 'orders.js:1:1')),
    recording('stock.js', (index) => operation(index, 'stock.js:2:2')),
  ];
}

test('a request that was refused is judged by what the one of its window changes, too', () => {
  const requestOf = (number, status, ...tables) => ({
    number, status, method: 'POST', target: '/', headers: [],
    operations: tables.map((table) => (
      { operation: number, request: number, store: 'pg', effects: [{ class: 'W', table }] }
    )),
  });
  const requests = [requestOf(1, 201, 'document'), requestOf(2, 409), requestOf(3, 204, 'folder')];
  const operations = requests.flatMap((one) => one.operations);
  const recording = {
    requests: new Map(requests.map((one) => [one.number, one])), schemas: new Map(),
    operations: new Map(operations.map((one) => [one.operation, one])),
  };
  const sideOf = (request, operation) => ({ trace: 0, request, window: [operation, operation] });
  const candidate = { first: sideOf(1, 1), second: sideOf(2, 3) };
  assert.deepEqual(new Pair(candidate, [recording]).plan('AB').tables, { pg: ['document', 'folder'] });
});

test('a window over two processes is held in the one that makes its last operation', () => {
  const recordings = servicesOf(['flow-first', 'flow-second']);
  const side = (number) => ({ trace: 0, request: number, window: [number, number], traces: [1, 2] });
  const order = [['first', 1], ['second', 2], ['second', 2], ['first', 1]];
  const candidate = { order, first: side(1), second: side(2) };
  const pair = new Pair(candidate, recordings);
  const [forced] = ordersOf(candidate, pair.recordings);
  const { steps, services, tables } = pair.plan('forced', forced);
  assert.deepEqual(steps.map(({ who }) => who), ['first', 'second', 'first']);
  assert.deepEqual(steps[0].until, { main: 'stock.js', site: 'stock.js:2:2', api: 'q', statement: 'UPDATE item', nth: 1 });
  assert.deepEqual([services, tables], [{ mains: ['orders.js', 'stock.js'] }, {}]);
  assert.deepEqual(pair.windowOf('second').map(({ site }) => site), ['orders.js:1:1', 'stock.js:2:2']);
});

test('a request that another program took in is sent there, and held there', () => {
  const recordings = servicesOf(['flow-first', 'flow-second']);
  const [gateway, , stock] = recordings;
  gateway.requests.delete(2);
  stock.requests.delete(1);
  Object.assign(stock.requests.get(2), { t: 5, via: 'http', server: 'stock.js:9:1' });
  gateway.requests.get(1).t = 10;
  const candidate = {
    order: [['first', 1], ['second', 2], ['second', 2], ['first', 1]],
    first: { trace: 0, request: 1, window: [1, 1], traces: [1, 1] }, second: { trace: 2, request: 2, window: [2, 2] },
  };
  const toOf = (pair) => ['first', 'second'].map((who) => pair.plan('AB').requests[who].to?.main);
  const later = new Pair(candidate, recordings); // the service had its request earlier
  assert.deepEqual([later.recordedOrder, toOf(later)], ['BA', ['gateway.js', undefined]]);
  const pair = new Pair(candidate, recordings, 'first');
  const [forced] = ordersOf(candidate, pair.recordings);
  const { requests, services } = pair.plan('forced', forced);
  assert.deepEqual([requests.first.to, requests.second.to], [undefined, { main: 'stock.js', server: 'stock.js:9:1', via: 'http' }]);
  assert.deepEqual(services.mains, ['orders.js', 'stock.js']);
  const other = pair.plan('forced', [['second', 2], ['first', 1, 1], ['second', 2]]);
  assert.equal(other.steps[0].until.main, 'stock.js');
});

test('other processes that listen on the port of the server take part, and nobody else who has its main file', () => {
  const request = { number: 1, flow: 'flow-first', method: 'POST', target: '/', headers: [], operations: [] };
  const worker = (main, isShared, requests = []) => {
    const byNumber = new Map(requests.map((one) => [one.number, one]));
    return { main, isShared, schemas: new Map(), operations: new Map(), requests: byNumber };
  };
  const mainsOf = (...all) => {
    const side = { trace: 0, request: 1, window: [] };
    return new Pair({ order: [], first: side, second: side, same: true }, all).plan('AB').services?.mains;
  };
  assert.deepEqual(mainsOf(worker('a.js', true, [request]), worker('a.js', true), worker('a.js', false)), ['a.js']);
  assert.equal(mainsOf(worker('a.js', true, [request]), worker('b.js', true), worker('a.js', false)), undefined);
  assert.equal(mainsOf(worker('a.js', false, [request]), worker('a.js', true)), undefined);
});

test('a gRPC call that the test makes by itself is not proved: its status is not where those of HTTP are', async () => {
  const recordings = servicesOf(['flow-first', 'flow-second']);
  recordings[0].requests.get(2).headers = [':method', 'POST', 'content-type', 'application/grpc+proto'];
  const candidate = { order: [], first: { trace: 0, request: 1 }, second: { trace: 0, request: 2 } };
  const { verdict, reason, runs } = await proveCandidate({}, candidate, recordings, { folder: 'none' });
  assert.deepEqual([verdict, reason, runs], ['unrepeatable', 'grpc', 0]);
});
