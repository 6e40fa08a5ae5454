'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { longestOf } = require('../../../../lib/requests/prove/run-plan.js');

test('requests may take the limit, or three times what they took when recorded, and the grace of their messages', () => {
  assert.equal(longestOf({ patience: { first: 20, second: 30 } }, 10), 10_000);
  assert.equal(longestOf({ patience: { first: 4000, second: 5000 } }, 10), 27_000);
  assert.equal(longestOf({ patience: { first: 4000, second: undefined } }, 10), 12_000); // never answered
  assert.equal(longestOf({ grace: 3000 }, 0.5), 3500);
});
