'use strict';
// Messages, and calls that nobody waits for: a proof goes on when they are dealt with.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { messagesOf, queuesOf } = require('../../../../lib/requests/recording/queues.js');
const { record } = require('../../../support/recorded.js');
const { root } = require('../../../support/package.js');

const sent = (id, t) => new Map([[id, { request: 1, t, queue: 'http' }]]);

// A shop that calls a mailer; `heard`: when it has the answer.
function callOf(heard, { isAnswered = true, isKnown = true } = {}) {
  const order = { number: 1, flow: 'f', handler: 'POST /orders', method: 'POST', status: 201, t: 1, ms: 10 };
  const mail = { number: 1, flow: 'f', call: 'c1', handler: 'POST /mails', method: 'POST', status: isAnswered ? 202 : undefined };
  const recordings = [
    { requests: new Map([[1, order]]), sent: sent('c1', 5), heard: new Map([['c1', heard]]) },
    { requests: new Map(isKnown ? [[1, mail]] : []), sent: sent('c1:answer', 6) },
  ];
  const flow = [order, mail];
  const messages = messagesOf({ first: order, second: order }, recordings, flow);
  return { queues: queuesOf(recordings, flow), messages };
}

test('a call that a request does not wait for is waited for, with as many calls as in the recording', () => {
  assert.deepEqual(callOf(20), {
    queues: { http: 1 }, messages: { first: { 201: { http: 1 } }, second: { 201: { http: 1 } } },
  });
  assert.deepEqual(callOf(undefined).queues, { http: 1 });
  assert.equal(callOf(9).queues, undefined);
});

test('a call that is never answered, or whose server is not recorded, is not', () => {
  assert.equal(callOf(20, { isAnswered: false }).queues, undefined);
  assert.equal(callOf(20, { isKnown: false }).queues, undefined);
});

test('a server tells of a call when it has got it, and when it has answered', async (t) => {
  const { stdout } = await record(t, root, 'left-call.js');
  assert.deepEqual(JSON.parse(stdout), ['sent http /mail', 'done http /mail']);
});
