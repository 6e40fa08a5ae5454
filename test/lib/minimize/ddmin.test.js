'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { ddmin, keepCertain } = require('../../../lib/minimize/ddmin.js');

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

// Returns [result, tries] of a search for the numbers `needed` among `count`.
async function searched(search, count, needed) {
  let tries = 0;
  const fails = async (items) => {
    tries++;
    return needed.every((item) => items.includes(item));
  };
  const items = Array.from({ length: count }, (_, at) => at);
  return [await search(items, fails), tries];
}

for (const needed of [[0], [57], [3, 40], [0, 1, 57], [7, 20, 33, 50]]) {
  test(`${needed.length} of 58 are found in some six tries each`, async () => {
    const [found, tries] = await searched(keepCertain, 58, needed);
    assert.deepEqual(found, needed);
    assert.ok(tries <= 8 * needed.length, String(tries));
  });
}

test('all of them may be needed', async () => {
  assert.deepEqual((await searched(keepCertain, 3, [0, 1, 2]))[0], [0, 1, 2]);
  assert.deepEqual((await searched(keepCertain, 0, []))[0], []);
});

test('the empty set and one item are left alone', async () => {
  const never = () => assert.fail('nothing to try');
  assert.deepEqual(await ddmin([], never), []);
  assert.deepEqual(await ddmin([1], never), [1]);
});
