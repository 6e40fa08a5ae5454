'use strict';
// Requests of a route that gets very many are left out, with all that they cause.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { current, isLeftOut, within } = require('../../../../lib/preload/requests/context.js');
const { HotRoutes } = require('../../../../lib/preload/requests/hot-routes.js');
const { asks, receive, send } = require('../../../../lib/preload/requests/messages.js');
const { linesOf, record } = require('../../../support/recorded.js');
const { root } = require('../../../support/package.js');

// Sends `count` requests to a route, one each `everyMs` from `from` on. Returns how many are recorded.
function recordedOf(route, { count, everyMs, from = 0 }) {
  let recorded = 0;
  for (let at = 0; at < count; at++) if (!route.leavesOut(from + at * everyMs)) recorded++;
  return recorded;
}

const routeOf = () => new HotRoutes().of('POST', '/items/7');

test('200 requests one right after the other are recorded, and then 20 each five seconds', () => {
  const route = routeOf();
  assert.equal(recordedOf(route, { count: 200, everyMs: 0 }), 200);
  assert.equal(recordedOf(route, { count: 4990, everyMs: 1, from: 1 }), 0);
  // The rate is looked at four times a second, and the bucket fills meanwhile.
  const sample = recordedOf(route, { count: 10_000, everyMs: 0.025, from: 5000 });
  assert.ok(sample >= 20 && sample < 24, String(sample));
  assert.equal(recordedOf(route, { count: 4700, everyMs: 1, from: 5251 }), 0);
});

test('20 requests a second are all recorded', () => {
  assert.equal(recordedOf(routeOf(), { count: 3000, everyMs: 50 }), 3000);
});

test('when the load is over, requests are recorded again', () => {
  const route = routeOf();
  recordedOf(route, { count: 1000, everyMs: 1 });
  assert.equal(recordedOf(route, { count: 1, everyMs: 0, from: 1100 }), 0);
  assert.equal(recordedOf(route, { count: 10, everyMs: 100, from: 1600 }), 10);
});

test('a new status, and a new statement at a call site, fill the bucket again; a text with values does not for ever', () => {
  const route = routeOf();
  const burst = () => recordedOf(route, { count: 1000, everyMs: 0 });
  const ways = [
    [200, () => route.answered(200)], [0, () => route.answered(200)], [200, () => route.answered(409)],
    [200, () => route.called('a.js:1:1', 'SELECT 1')], [0, () => route.called('a.js:1:1', 'SELECT 1')],
    [200, () => route.called('a.js:2:1', 'SELECT 1')], [200, () => route.called(undefined, 'SELECT 1')],
  ];
  assert.equal(burst(), 200);
  for (const [count, tell] of ways) {
    tell();
    assert.equal(burst(), count, String(tell));
  }
  for (let value = 0; value < 100; value++) route.called('a.js:3:1', `SELECT ${value}`);
  assert.equal(burst(), 200);
  route.called('a.js:3:1', 'SELECT 100');
  assert.equal(burst(), 0);
});

test('requests whose paths differ in numbers are of one route, and it is told how many were left out', () => {
  const routes = new HotRoutes();
  const route = routes.of('GET', '/items/1?page=2');
  assert.equal(routes.of('GET', '/items/27?page=1'), route);
  for (const [method, target] of [['GET', '/items/1'], ['POST', '/items/1?page=2'], ['GET', '/orders/1?page=2']]) {
    assert.notEqual(routes.of(method, target), route);
  }
  routes.leftOut(route);
  routes.leftOut(route);
  const told = () => {
    const list = [];
    routes.tell((one) => list.push(one));
    return list;
  };
  assert.deepEqual(told(), [{ method: 'GET', target: '/items/1?page=2', count: 2 }]);
  assert.deepEqual(told(), []);
});

test('more paths than any program has are all recorded', () => {
  const routes = new HotRoutes();
  const names = Array.from({ length: 10_001 }, (_, at) => [...String(at)].map((digit) => 'abcdefghij'[digit]).join(''));
  const [last] = names.map((name) => routes.of('GET', `/${name}`)).slice(-1);
  assert.equal(last, undefined);
});

const isOf = (path) => ({ target }) => target.startsWith(path);

test('what requests under load call is left out with them, and a later request is counted behind them', async (t) => {
  const { of, traces, recorded, stdout } = await record(t, root, 'under-load.cjs');
  assert.deepEqual(JSON.parse(stdout), [false, true]);
  const outer = of('request').filter(isOf('/items/'));
  const left = recorded.flatMap(linesOf).filter(({ type }) => type === 'leftOut').filter(isOf('/items/'));
  const leftCount = left.reduce((sum, { count }) => sum + count, 0);
  assert.ok(outer.length >= 201 && outer.length < 400, String(outer.length));
  assert.equal(outer.length + leftCount, 601);
  assert.deepEqual([outer.at(-1).shape, outer.at(-1).ordinal], ['GET /items/:n', 601]);
  const flows = new Set([...outer, ...of('request').filter(isOf('/other/'))].map(({ flow }) => flow));
  for (const path of ['/http/', '/fetch/', '/http2/']) {
    const inner = of('request').filter(isOf(path));
    assert.equal(inner.length, outer.length + 1, path);
    assert.ok(inner.every(({ flow }) => flows.has(flow)), path);
  }
  const messages = traces.find((lines) => lines.some(({ via }) => via === 'thread'));
  assert.equal(messages.filter(({ type }) => type === 'request').length, outer.length + 1);
  assert.equal(messages.filter(({ type }) => type === 'operation').length, outer.length + 1);
  const [served] = traces.filter((lines) => lines !== messages);
  const requests = of('request').filter((one) => isOf('/http/')(one) || isOf('/fetch/')(one)).map(({ request }) => request);
  const readers = served.filter(({ type, api }) => type === 'operation' && api.endsWith('readFile')).map(({ request }) => request);
  assert.deepEqual(readers.sort((a, b) => a - b), requests);
});

test('a consumer that asks for messages leaves out one that a request under load has sent, until it asks again', async () => {
  const { context } = receive({ queue: 'q', text: '-', via: 'redis' });
  assert.deepEqual(within(context, send, undefined, ['other']), { text: '-', id: undefined, request: undefined });
  const seen = () => [isLeftOut(current()), current().quiet, send('other')?.text];
  await new Promise((resolve) => {
    setImmediate(() => {
      const take = asks();
      queueMicrotask(() => {
        take([{ queue: 'q', text: '-', via: 'redis' }]);
        assert.deepEqual(seen(), [true, true, '-']);
        asks();
        assert.deepEqual(seen(), [false, false, undefined]);
        resolve();
      });
    });
  });
});

for (const [about, how] of [
  ['with NACD_UNSUPPORTED_EVERY_REQUEST', { env: { NACD_UNSUPPORTED_EVERY_REQUEST: '1' } }],
  ['of a test in the same process', { program: ['under-load.cjs', 'inside'] }],
]) {
  test(`all requests ${about} are recorded`, async (t) => {
    const { of, recorded } = await record(t, root, 'under-load.cjs', how);
    assert.equal(of('request').length, 602 * 5);
    assert.equal(recorded.flatMap(linesOf).some(({ type }) => type === 'leftOut'), false);
  });
}
