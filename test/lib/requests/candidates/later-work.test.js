'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withoutLaterWork } = require('../../../../lib/requests/candidates/later-work.js');

const table = 'orders';
const effect = (kind, more) => ({ class: kind, table, keys: { id: ['1'] }, primary: true, ...more });
const guarded = effect('W', { guards: true });

// POST /orders inserts (6), and its consumer changes the row (9); DELETE changes it (13).
function kept({ insert = effect('A'), later = 'MESSAGE', change = guarded, order } = {}) {
  const operation = (number, request, one) => [number, { operation: number, request, effects: [one] }];
  const recording = {
    requests: new Map([[1, { method: 'POST' }], [3, { method: later }], [5, { method: 'DELETE' }]]),
    operations: new Map([operation(6, 1, insert), operation(9, 3, guarded), operation(13, 5, change)]),
  };
  const candidate = {
    table, first: { trace: 0, window: [6, 9] }, second: { trace: 0, window: [13] },
    order: order ?? [['first', 6], ['second', 13], ['first', 9]],
  };
  return withoutLaterWork([candidate], [recording]).length === 1;
}

test('a request that needs a new row is not tried between the answer and the consumers of the one that inserts it', () => {
  assert.equal(kept(), false);
  assert.equal(kept({ later: 'POST' }), true); // a call, for which the answer waits
  assert.equal(kept({ insert: guarded }), true);
  assert.equal(kept({ change: effect('W') }), true); // it may come before the row
  assert.equal(kept({ order: [['second', 13], ['first', 6], ['first', 9]] }), true);
});
