'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Backlog, hasBacklog } = require('../../../../../lib/preload/requests/prove/backlog.js');
const { Waits } = require('../../../../../lib/preload/requests/prove/waits.js');

const event = (how, id, queue = 'orders') => ({ how, id, queue });

test('messages are open until as many consumers as in the recording are done with them, in whatever processes', () => {
  const [web, worker, other] = [new Backlog(), new Backlog(), new Backlog()];
  const isOpen = (queues) => hasBacklog([web, worker, other].map((one) => one.list()), queues);
  web.take(event('sent', 'a.1'));
  assert.equal(isOpen({}), false); // nobody deals with messages of the queue
  assert.equal(isOpen({ orders: 1 }), true);
  worker.take(event('done', 'a.1'));
  assert.equal(isOpen({ orders: 1 }), false);
  assert.equal(isOpen({ orders: 2 }), true);
  other.take(event('done', 'a.1'));
  assert.equal(isOpen({ orders: 2 }), false);
});

test('a call that waits for the request of the proof is not one that has to be over before it', () => {
  const service = new Backlog();
  for (const [id, flow] of [['a.1', 'f1'], ['a.2', 'f2']]) {
    service.take({ ...event('sent', id, 'http'), request: { flow } });
    if (id === 'a.1') assert.equal(hasBacklog([service.list()], { http: 1 }, 'f1'), false);
  }
  assert.equal(hasBacklog([service.list()], { http: 1 }, 'f1'), true);
  service.take({ ...event('sent', 'a.3'), request: { flow: 'f2' } }); // a message has a consumer
  service.take({ ...event('done', 'a.2', 'http'), request: { flow: 'f2' } });
  assert.equal(hasBacklog([service.list()], { http: 1, orders: 1 }, 'f2'), true);
});

test('a request waits for its messages, also if their end is told before their sending', () => {
  const waits = new Waits();
  waits.work(event('done', 'a.1'), 1);
  assert.equal(waits.hasWork, false);
  waits.work(event('sent', 'a.2'), 2);
  waits.work(event('sent', 'a.1'), 1);
  assert.equal(waits.hasWork, true);
  waits.work(event('done', 'a.2'), 2);
  assert.equal(waits.hasWork, true);
  waits.work(event('done', 'a.2'), 2);
  assert.equal(waits.hasWork, false);
});
