'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { setImmediate: turn } = require('node:timers/promises');
const { unwatch, watch } = require('../../../lib/gates/conditions.js');

test('a condition is checked after callbacks, until its owner ends that', async () => {
  const [one, other] = [{}, {}];
  const counts = { one: 0, other: 0 };
  watch(one, () => counts.one++);
  watch(one, () => counts.one++);
  watch(other, () => counts.other++);
  await turn();
  assert.ok(counts.one > 0 && counts.other > 0);
  assert.equal(counts.one, 2 * counts.other);
  unwatch(one);
  const before = { ...counts };
  await turn();
  assert.equal(counts.one, before.one);
  assert.ok(counts.other > before.other);
  unwatch(other);
  const last = { ...counts };
  await turn();
  assert.deepEqual(counts, last);
});
