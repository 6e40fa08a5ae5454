'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { highestUnseen, wilson } = require('../../../lib/analysis/statistics.js');

test('Wilson intervals as in the literature', () => {
  // Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29.
  const table = [[81, 263, 0.2553, 0.3662], [15, 148, 0.0624, 0.1605], [0, 20, 0, 0.1611], [1, 29, 0.0061, 0.1718]];
  for (const [failed, runs, low, high] of table) {
    const interval = wilson(failed, runs);
    assert.ok(Math.abs(interval[0] - low) < 1e-4, `${failed}/${runs} low ${interval[0]}`);
    assert.ok(Math.abs(interval[1] - high) < 1e-4, `${failed}/${runs} high ${interval[1]}`);
  }
});

test('the ends are kept, and no run says nothing', () => {
  assert.equal(wilson(10, 10)[1], 1);
  assert.deepEqual(wilson(0, 0), [0, 1]);
  assert.equal(highestUnseen(30).toFixed(3), '0.095');
  assert.equal(highestUnseen(1), 0.95);
  assert.equal(highestUnseen(0), 1);
});
