'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const { pooled } = require('../../../lib/campaign/pool.js');

const later = () => new Promise((resolve) => setImmediate(resolve));

test('a consumer that leaves at the first result of one place prevents the second start', async () => {
  const started = [];
  const work = async (item) => {
    started.push(item);
    await later();
    return item;
  };
  for await (const { item } of pooled([1, 2, 3], 1, work)) {
    assert.equal(item, 1);
    await later();
    break;
  }
  assert.deepEqual(started, [1]);
});

test('a place that is free is filled while the consumer takes its time with others', async () => {
  const gates = new Map();
  const started = [];
  const work = (item) => {
    started.push(item);
    return new Promise((resolve) => gates.set(item, resolve));
  };
  const results = pooled([1, 2, 3, 4], 2, work);
  const first = results.next();
  gates.get(1)('a');
  assert.deepEqual(await first, { done: false, value: { item: 1, result: 'a' } });
  const second = results.next();
  assert.deepEqual(started, [1, 2, 3]);
  gates.get(3)('c');
  assert.deepEqual(await second, { done: false, value: { item: 3, result: 'c' } });
  const left = results.return();
  for (const item of [2, 4]) gates.get(item)?.();
  await left;
});
