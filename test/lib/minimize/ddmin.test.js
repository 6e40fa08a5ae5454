'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { ddmin } = require('../../../lib/minimize/ddmin.js');

const range = (length) => Array.from({ length }, (_, index) => index);

for (const needed of [[0], [99], [3, 4], [0, 50, 99], [10, 20, 30, 40]]) {
  test(`finds exactly ${needed.join(', ')} among 100`, async () => {
    let tries = 0;
    const result = await ddmin(range(100), async (items) => {
      tries++;
      return needed.every((item) => items.includes(item));
    });
    assert.deepEqual(result, needed);
    assert.ok(tries < 200, `${tries} tries`);
  });
}

test('one of a thousand takes about twenty tries', async () => {
  let tries = 0;
  await ddmin(range(1000), async (items) => {
    tries++;
    return items.includes(777);
  });
  assert.ok(tries <= 25, `${tries} tries`);
});

test('the empty set and one item are left alone', async () => {
  const never = () => assert.fail('nothing to try');
  assert.deepEqual(await ddmin([], never), []);
  assert.deepEqual(await ddmin([1], never), [1]);
});
