'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { hasRunOut } = require('../../../../lib/requests/judge/deadlock.js');

test('an error of a program that tries again after a deadlock is of the test, whose time is over', () => {
  const outcome = (first, second) => ({ responses: {
    first: { status: first[0], failed: first.slice(1) }, second: { status: second[0], failed: second.slice(1) },
  } });
  assert.equal(hasRunOut(outcome([200], [500, '40P01'])), false);
  assert.equal(hasRunOut(outcome([200], [200, '40P01'])), false);
  assert.equal(hasRunOut(outcome([200], [500, '40P01', '40P01'])), true);
  assert.equal(hasRunOut(outcome([500, 'ER_LOCK_DEADLOCK'], [200, 'ER_LOCK_DEADLOCK'])), true);
});
