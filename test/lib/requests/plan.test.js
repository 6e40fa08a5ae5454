'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { ordersOf } = require('../../../lib/requests/plan.js');

// One request whose operations follow each other.
function recordingOf(count) {
  const at = (i) => ({ operation: i + 1, request: 1, t: 10 * i, end: 10 * i + 5 });
  const operations = Array.from({ length: count }, (_, i) => at(i));
  return {
    operations: new Map(operations.map((one) => [one.operation, one])), requests: new Map([[1, { operations }]]),
  };
}

test('a request is held late, and early in its window if there is an operation between', () => {
  const recording = recordingOf(4);
  const of = (window) => {
    const order = [['first', window[0]], ...window.map((n) => ['second', n]), ['first', window[1]]];
    const recordings = { first: recording, second: recording };
    return ordersOf({ order, same: true, first: { window }, second: { window } }, recordings)
      .map((one) => one.map(([who, number]) => `${who[0]}${number}`).join(' '));
  };
  assert.deepEqual(of([1, 2]), ['f1 s1 s2 f2', 'f1 s1 f2 s2']);
  assert.deepEqual(of([1, 4]), ['f1 s1 s4 f4', 'f1 s1 f4 s4', 'f1 s1 s4 f2']);
});
