'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { proved } = require('../../../lib/messages/prove.js');

const part = (failed, of) => ({ failed, alike: failed, held: of, inconclusive: 0, of });
const located = { shown: 'x.json', schedule: { failure: { shown: { failed: 5, of: 5 } } } };
const match = { matched: 0, missed: [{}], tiers: {} };
const order = (state) => ({ state, held: 'worker read', event: 'timer limit' });
const textOf = (orders, old = part(0, 10)) =>
  proved({ parts: { old, fresh: part(0, 5) }, match, orders, total: 1, located });

test('an order that the fixed program no longer allows is a pass, and the text says so', () => {
  const refused = textOf([order('refused')]);
  assert.equal(refused.outcome, 'holds');
  assert.match(refused.text, /no longer allows this order: timer limit did not come while worker read was held/);
  assert.match(textOf([order('gone')]).text, /the program no longer has this order: timer limit before worker read/);
  assert.match(textOf([order('came')]).text, /the order came about, and nothing fails: timer limit before worker read/);
});

test('a schedule of delays says how many of them found their operation, and a failing one says no order passed', () => {
  assert.match(textOf([]).text, /0 of 1 old delay found its operation/);
  const failing = textOf([order('came')], part(10, 10));
  assert.equal(failing.outcome, 'fails');
  assert.doesNotMatch(failing.text, /nothing fails/);
});
