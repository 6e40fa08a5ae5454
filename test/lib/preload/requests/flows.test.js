'use strict';
// Flows: one id through the calls of a request to another process.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { flowOf, joined } = require('../../../../lib/preload/requests/flows.js');
const { installed } = require('../../../support/installed.js');
const { linesOf, record } = require('../../../support/recorded.js');
const { root } = require('../../../support/package.js');

test('a request and the calls that it makes to another process are one flow, in the order of their messages', async (t) => {
  const { traces, recorded, stdout } = await record(t, root, 'services.cjs');
  const seen = JSON.parse(stdout);
  const shop = traces.find((lines) => lines.some(({ target }) => target === '/http'));
  const stock = traces.find((lines) => lines.some(({ target }) => target === '/stock'));
  const requests = (lines) => lines.filter(({ type }) => type === 'request');
  assert.deepEqual(requests(stock).map(({ flow }) => flow), requests(shop).map(({ flow }) => flow));
  assert.equal(new Set(requests(shop).map(({ flow }) => flow)).size, 6);

  for (const path of ['/http/traced', '/fetch/traced', '/http2/traced']) {
    const { 'nacd-flow': flow, baggage, traceparent } = seen[path];
    assert.deepEqual([baggage.replace(', ', ','), traceparent.slice(0, 5)], [`user=7,nacd-flow=${flow}`, '00-0a']);
  }
  assert.deepEqual([seen['/http'].baggage, seen['/http2'].baggage], [undefined, undefined]);

  // A stream has a request of its own, and operations.
  const of = (lines, type, numbers) => lines.filter((line) => line.type === type && numbers.includes(line.request));
  const streams = requests(stock).filter(({ via }) => via === 'http2').map(({ request }) => request);
  assert.deepEqual(of(stock, 'response', streams).map(({ status }) => status), [201, 201]);
  assert.deepEqual(of(stock, 'operation', streams).map(({ request }) => request), streams);
  const bodies = linesOf(recorded.find((file) => linesOf(file).some(({ target }) => target === '/stock')));
  assert.deepEqual(of(bodies, 'body', streams).map(({ body }) => body), [' ', ' ']);
  const callers = requests(shop).filter(({ target }) => target.startsWith('/http2')).map(({ request }) => request);
  assert.deepEqual(of(shop, 'operation', callers).map(({ request }) => request), callers.flatMap((one) => [one, one]));

  const messages = (lines, how) => new Map(lines.filter((line) => line.type === 'message' && line.how === how)
    .map(({ id, t: time }) => [id, time]));
  const started = (lines) => Date.parse(lines.find(({ type }) => type === 'header').started);
  for (const [from, to] of [[shop, stock], [stock, shop]]) {
    const [sent, received] = [messages(from, 'send'), messages(to, 'receive')];
    assert.equal(received.size, 6);
    for (const [id, time] of received) assert.ok(started(from) + sent.get(id) < started(to) + time + 0.01, id);
  }
});

// Returns {item: flow} of the operations on files that are named so.
function flowsByItem(file, name) {
  const lines = linesOf(file);
  const flows = new Map(lines.filter(({ type }) => type === 'request').map(({ request, flow }) => [request, flow]));
  const found = lines.filter(({ values }) => name.test(values?.[0]));
  return Object.fromEntries(found.map(({ values, request }) => [name.exec(values[0])[1], flows.get(request)]));
}

test('a call that a served program makes by itself begins a flow that says so, and no header of the request', async (t) => {
  const { of, recorded } = await record(t, root, 'own-call.cjs', { env: { NACD_SERVED: '1' } });
  const flows = Object.fromEntries(of('request').map(({ target, flow }) => [target, flow]));
  for (const path of ['/fetch', '/http', '/outer']) assert.match(flows[path], /^own-[0-9a-f]{12}-\d+$/);
  assert.equal(flows['/inner'], flows['/outer']);
  assert.equal(new Set(Object.values(flows)).size, 3);
  const seen = recorded.flatMap(linesOf).filter(({ type }) => type === 'request');
  assert.ok(seen.every(({ headers }) => !JSON.stringify(headers).includes('nacd-flow')));
});

test('a gRPC call belongs to the request that makes it, also if it waits for a connection that another one opens', async (t) => {
  const packages = installed('requests-grpc', { '@grpc/grpc-js': '1.14.7' });
  const { traces, recorded, stdout } = await record(t, packages, 'grpc.cjs');
  const [a, b, e, traced, list, none] = JSON.parse(stdout);
  assert.deepEqual([a.item, b.item, e.item, list, none], ['a', 'b', 'e', [1, 2], { code: 5 }]);
  const [shop, stock] = ['/take/a', '/shop.Stock/Take'].map((target) => (
    recorded.find((file) => linesOf(file).some((line) => line.target === target))));
  const ordered = flowsByItem(shop, /^data\/log-(.*)/);
  const { e: own, ...taken } = flowsByItem(stock, /^data\/(?!log)(.*)/);
  assert.deepEqual(Object.keys(ordered).sort(), ['a', 'b', 'c', 'd', 'none']);
  assert.deepEqual(taken, ordered);
  assert.equal(new Set([own, ...Object.values(taken)]).size, 6);

  assert.match(traced.baggage[0], new RegExp(`^user=7,nacd-flow=${ordered.c}/`));
  assert.deepEqual(traced.own, []); // the program's own metadata is as it was
  const messages = (how, isAnswer) => traces.flat().filter((line) => line.how === how && line.id.endsWith(':answer') === isAnswer);
  assert.deepEqual([messages('send', false), messages('receive', false), messages('send', true), messages('receive', true)]
    .map(({ length }) => length), [5, 5, 5, 5]);
});

const OTEL = {
  '@opentelemetry/api': '1.9.1', '@opentelemetry/instrumentation': '0.223.0', '@opentelemetry/sdk-trace-node': '2.12.0',
  '@opentelemetry/instrumentation-http': '0.223.0', '@opentelemetry/instrumentation-undici': '0.33.0',
};

test('a program keeps its OpenTelemetry, and the flow goes through what that passes on', async (t) => {
  const { stdout, of, recorded } = await record(t, installed('requests-otel', OTEL), 'otel.cjs');
  const { a, b, c, direct } = JSON.parse(stdout);
  assert.match(a.trace, /^[0-9a-f]{32}$/);
  for (const { trace, traceparent } of [b, c, direct]) {
    assert.deepEqual([trace, traceparent.slice(3, 35)], [a.trace, a.trace]);
  }
  // The trace is added to a call of fetch after the flow, and what was passed on has the flow of an earlier call.
  for (const { baggage, flow } of [b, c]) assert.equal(baggage, `user=7,nacd-flow=${flow}`);
  assert.equal(direct.baggage, `nacd-flow=${direct.flow}`);
  const noted = recorded.flatMap(linesOf).filter(({ type }) => type === 'trace').map(({ trace }) => trace);
  assert.deepEqual(noted, [a.trace, a.trace, a.trace]);
  assert.equal(new Set(of('request').map(({ flow }) => flow)).size, 1);
  // A service in another language passes on the baggage alone.
  assert.equal(flowOf({ headers: { baggage: c.baggage } }).flow, of('request')[0].flow);
  assert.equal(joined(`user=7,${c.baggage}`, 'f/2'), 'user=7,user=7,nacd-flow=f/2');
});
