'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { Planner } = require('../../../lib/orders/planner.js');
const { ran, task, timer, traceOf } = require('./traces.js');

const T = timer('setTimeout@a.js:1:1#1', 10);

// Without the loop engine a trace has timers, and callbacks that no plan can hold.
test('a planner sees nothing in a trace of which it could hold nothing', () => {
  const planner = new Planner();
  planner.observe([traceOf([T, ran(T)])], { isPlain: true });
  assert.equal(planner.sees, false);
  planner.observe([traceOf([T, ...task('fs.stat(a)@a.js:2:2#1', 'fs.stat', '/a'), ran(T)])], { isPlain: true });
  assert.equal(planner.sees, true);
});
