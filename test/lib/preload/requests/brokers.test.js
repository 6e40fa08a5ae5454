'use strict';
// AMQP and Kafka. The brokers are the fixtures': a consumer gets the bytes that a producer has sent.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { linesOf, record } = require('../../../support/recorded.js');

const PACKAGES = { amqplib: '2.3.1', kafkajs: '2.2.4' };

// {file: path of the request to whose flow the operation on it belongs}
function sendersOf(of) {
  const requests = of('request');
  const senders = new Map(requests.filter(({ method }) => method === 'GET').map(({ flow, target }) => [flow, target]));
  const flows = new Map(requests.map(({ request, flow }) => [request, senders.get(flow)]));
  const written = of('operation').map(({ statement, request }) => [/file-\w+/.exec(statement)?.[0], flows.get(request)]);
  return Object.fromEntries(written.filter(([file]) => file));
}

// Queues of the messages that consumers are done with, in this order.
// The brokers are servers of node:net in the same process, so that their sockets carry a flow, too.
const doneIn = (recorded) => recorded.flatMap(linesOf).filter(({ how, queue }) => how === 'done' && queue !== 'socket')
  .map(({ queue }) => queue);

const consumersIn = (recorded) => recorded.flatMap(linesOf).filter(({ type }) => type === 'consumer')
  .map(({ group }) => group);

const messagesOf = (of) => of('request').filter(({ method, via }) => method === 'MESSAGE' && via !== 'socket')
  .map(({ handler }) => handler);

test('amqplib: a consumer belongs to the request that published its message, and sees the headers as they were', async (t) => {
  const packages = installed('requests-brokers', PACKAGES);
  const { stdout, of, recorded } = await record(t, packages, 'amqp.js', { helpers: ['amqp-broker.js', 'sender.js'] });
  assert.deepEqual(JSON.parse(stdout), [
    ['/orders', { by: 'a' }], ['/again', {}], ['/paid', { by: 'b' }], ['/asked', {}],
  ]);
  assert.deepEqual(sendersOf(of), {
    'file-orders': '/orders', 'file-again': '/again', 'file-paid': '/paid', 'file-asked': '/asked',
  });
  assert.deepEqual(messagesOf(of), ['/orders', '/again', '/again', '/paid', '/asked'].map((name) => `MESSAGE ${name}`));
  assert.deepEqual(doneIn(recorded), ['orders', 'again', 'events/paid', 'asked']);
  const write = of('operation').find(({ statement }) => statement.includes('file-paid'));
  const over = recorded.flatMap(linesOf).find(({ how, queue }) => how === 'done' && queue === 'events/paid');
  assert.ok(over.t > write.end, 'its consumer returns no promise');
  assert.deepEqual(consumersIn(recorded).sort(), ['amqp again', 'amqp asked', 'amqp orders', 'amqp paid']);
});

test('kafkajs: a consumer belongs to the request that sent its message, also if it tries again', async (t) => {
  const packages = installed('requests-brokers', PACKAGES);
  const { stdout, of, recorded } = await record(t, packages, 'kafka.js', { helpers: ['kafka-broker.js', 'sender.js'] });
  assert.deepEqual(JSON.parse(stdout), [['/one', { by: 'a' }], ['/one', { by: 'a' }], ['/many', {}]]);
  assert.deepEqual(sendersOf(of), { 'file-one': '/one', 'file-many': '/many' });
  assert.deepEqual(messagesOf(of), Array(3).fill('MESSAGE /orders'));
  assert.deepEqual(doneIn(recorded), ['orders', 'orders']);
  assert.deepEqual(consumersIn(recorded), ['kafka orders']);
});
