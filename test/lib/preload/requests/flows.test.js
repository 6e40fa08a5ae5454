'use strict';
// Flows: one id through the calls of a request to another process.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { record } = require('../../../support/recorded.js');
const { root } = require('../../../support/package.js');

test('a request and the calls that it makes to another process are one flow, in the order of their messages', async (t) => {
  const { traces, stdout } = await record(t, root, 'services.cjs');
  const seen = JSON.parse(stdout);
  const shop = traces.find((lines) => lines.some(({ target }) => target === '/http'));
  const stock = traces.find((lines) => lines.some(({ target }) => target === '/stock'));
  const requests = (lines) => lines.filter(({ type }) => type === 'request');
  assert.deepEqual(requests(stock).map(({ flow }) => flow), requests(shop).map(({ flow }) => flow));
  assert.equal(new Set(requests(shop).map(({ flow }) => flow)).size, 4);

  for (const path of ['/http/traced', '/fetch/traced']) {
    const { 'nacd-flow': flow, baggage, traceparent } = seen[path];
    assert.deepEqual([baggage.replace(', ', ','), traceparent.slice(0, 5)], [`user=7,nacd-flow=${flow}`, '00-0a']);
  }
  assert.equal(seen['/http'].baggage, undefined);

  const messages = (lines, how) => new Map(lines.filter((line) => line.type === 'message' && line.how === how)
    .map(({ id, t: time }) => [id, time]));
  const started = (lines) => Date.parse(lines.find(({ type }) => type === 'header').started);
  for (const [from, to] of [[shop, stock], [stock, shop]]) {
    const [sent, received] = [messages(from, 'send'), messages(to, 'receive')];
    assert.equal(received.size, 4);
    for (const [id, time] of received) assert.ok(started(from) + sent.get(id) < started(to) + time + 0.01, id);
  }
});
