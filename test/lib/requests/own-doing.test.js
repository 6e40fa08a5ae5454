'use strict';
// Harm that the tool's own lock in a store has caused is no race.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isOwnDoing } = require('../../../lib/requests/judge/judge.js');

test('what a call shows that did not wait for the lock of the tool is no race, but may be a clean refusal', () => {
  const answers = ['race', 'stale', 'refused', 'fine'].map((verdict) => isOwnDoing({ escaped: ['first'] }, { verdict }));
  assert.deepEqual(answers, [true, true, false, false]);
  assert.equal(isOwnDoing({}, { verdict: 'race' }), false);
});
