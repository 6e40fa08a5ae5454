'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { hasLateLooks } = require('../../../lib/analysis/looks.js');

const task = (name, t) => [{ t, name, phase: 'action' }, { t: t + 1, name, phase: 'worker' }];
const STAT = 'fs.stat(a)@x.js:1:1#1/fs.stat#1';
const came = { t: 5, name: STAT, phase: 'worker' };
const has = (operations, runs) => hasLateLooks([{ operations, runs }]);

test('a look that begins after something has come may follow from that', () => {
  assert.equal(has([...task(STAT, 1), ...task('fs.readFile(b)@x.js:2:1#1/fs.open#1', 6)], [came]), true);
  assert.equal(has(task('crypto.pbkdf2@x.js:2:1#1/work#1', 6), [{ t: 3, name: 'setTimeout@x.js:1:1#1', phase: 'timer' }]), true);
});

test('what the program starts with follows from nothing, changes are no looks, and neither are operations outside the pool', () => {
  assert.equal(has(task(STAT, 1), [came]), false);
  assert.equal(has(task('fs.mkdir(b)@x.js:2:1#1/fs.mkdir#1', 6), [came]), false);
  assert.equal(has([{ t: 6, name: 'net.Socket.shutdown@x.js:2:1#1', phase: 'action' }], [came]), false);
  assert.equal(hasLateLooks([]), false);
});

test('the traces of all processes count', () => {
  const late = { operations: task(STAT, 6), runs: [{ ...came, t: 2 }] };
  assert.equal(hasLateLooks([{ operations: [], runs: [] }, late]), true);
});
