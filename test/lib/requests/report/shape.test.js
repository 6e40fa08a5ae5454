'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { report } = require('../../../../lib/requests/report/shape.js');

test('results without the numbers that their summary needs are refused', () => {
  const whole = { format: 1, command: ['node'], races: [], others: [], ms: 1, counts: { fine: 1 }, runs: 3 };
  assert.equal(report(whole, ''), undefined);
  for (const key of ['counts', 'runs', 'ms']) {
    assert.match(report({ ...whole, [key]: undefined }, ''), new RegExp(`^/${key} must be `));
    assert.match(report({ ...whole, [key]: null }, ''), new RegExp(`^/${key} must be `));
  }
});
