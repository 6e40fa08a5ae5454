'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { ordersIn } = require('../../../lib/minimize/kept-orders.js');

// Writes the trace of a process in which these came, "PHASE NAME" each, in this order.
function runOf(t, ...moments) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-orders-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const operations = moments.map((text) => ({ t: 0, phase: text.split(' ')[0], name: text.split(' ')[1], api: 'x' }));
  const runs = operations.map(({ phase, name }, at) => ({ type: 'run', t: at + 1, phase, name }));
  const header = { type: 'header', format: 1, place: '0', started: new Date(0).toISOString() };
  fs.mkdirSync(path.join(folder, 'trace'));
  const lines = [header, ...operations, ...runs].map((line) => JSON.stringify(line));
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), `${lines.join('\n')}\n`);
  return folder;
}

const constraint = { name: 'read', phase: 'worker', place: '0', delay: 750, after: ['timer limit'] };
const stateOf = (folder) => ordersIn(folder, [constraint]).map(({ state }) => state);

test('the order of a constraint came about, is gone with its operation, or was waited for in vain', (t) => {
  assert.deepEqual(stateOf(runOf(t, 'timer limit', 'worker read')), ['came']);
  assert.deepEqual(stateOf(runOf(t, 'worker read', 'timer limit')), ['refused']);
  assert.deepEqual(stateOf(runOf(t, 'timer limit', 'worker other')), ['gone']);
  assert.deepEqual(stateOf(runOf(t, 'worker read')), ['gone']);
});

test('a delay says nothing about an order', (t) => {
  assert.deepEqual(ordersIn(runOf(t, 'worker read'), [{ ...constraint, after: undefined }]), []);
});
