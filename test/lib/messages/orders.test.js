'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const messages = require('../../../lib/messages/index.js');

const ORDERS = { all: 43, shown: 12, impossible: 9, left: 22, reasons: { follows: 7, vain: 2 }, files: {}, cannot: [] };

test('a campaign says how many orders there are, were shown, cannot happen and are left', () => {
  assert.equal(messages.ordersLine(ORDERS, 5), '43 orders of two events: 12 shown, 9 cannot happen, 22 left to try');
  const done = { ...ORDERS, shown: 34, left: 0 };
  assert.equal(messages.ordersLine(done, 9), 'all 43 orders of two events tried in 9 runs: 34 shown, 9 cannot happen');
  assert.match(messages.ordersLine({ all: 0, shown: 0, impossible: 0, left: 0 }, 1), /^no orders to try: /);
});

test('the reasons are told with their counts, the most frequent first', () => {
  assert.deepEqual(messages.reasonLines(ORDERS), [
    '  cannot happen: 7, one event follows from the other',
    '  cannot happen: 2, tried three times, and it did not come about',
  ]);
});

test('each order that cannot happen is told in short words, with its place and reason', () => {
  const event = { name: 'setTimeout@a.js:1:1#1', phase: 'timer', place: '0' };
  const point = { name: 'fs.stat(x)@b.js:2:2#1/fs.stat#1', phase: 'worker', place: '0.1' };
  assert.deepEqual(messages.impossibleLines({ cannot: [{ event, point, reason: 'absent' }] }), [
    '  cannot happen: setTimeout a.js:1:1 before fs.stat completion b.js:2:2 (process 0.1): '
      + 'one of the two did not happen when the other was held',
  ]);
});

test('--cover accepts what was shown and what cannot happen, and asks for a count', () => {
  assert.equal(messages.coverLine({ cover: 48, orders: ORDERS }), undefined);
  const tooFew = messages.coverLine({ cover: 49, orders: ORDERS });
  assert.match(tooFew, /^--cover 49: 49 % of 43 orders were tried; more runs/);
  assert.match(messages.coverLine({ cover: 0, orders: undefined }), /no orders were counted/);
  assert.equal(messages.coverLine({ cover: 100, orders: { all: 0, shown: 0, impossible: 0 } }), undefined);
  assert.equal(messages.coverLine({ orders: ORDERS }), undefined, 'nobody asks');
});
