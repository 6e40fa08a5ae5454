'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { lateMessage, takeWaiting } = require('../../../../lib/preload/glue/messages.js');

const RECEIVING = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts');

test('a late message is dispatched with the ports that came with it', () => {
  const port = { [RECEIVING]: ['sent'] };
  const seen = [];
  const dispatch = lateMessage(function original(...args) {
    seen.push([args, this[RECEIVING]]);
  }, port, 'data', 'message');
  port[RECEIVING] = undefined;
  dispatch.call(port, 'data', 'message');
  assert.deepEqual(seen, [[['data', 'message'], ['sent']]]);
  assert.equal(port[RECEIVING], undefined);
});

test('receiveMessageOnPort takes held messages in order, and these are not dispatched again', () => {
  const port = {};
  const seen = [];
  const dispatches = ['a', 'b'].map((data) => lateMessage(() => seen.push(data), port, data, 'message'));
  lateMessage(() => {}, port, 'no message', 'close');
  assert.deepEqual(takeWaiting(port), { message: 'a' });
  for (const dispatch of dispatches) dispatch.call(port);
  assert.deepEqual(seen, ['b']);
  assert.equal(takeWaiting(port), undefined);
});
