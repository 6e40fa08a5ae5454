'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { operationName, stallName } = require('../../../lib/names/short.js');

test('short names of operations', () => {
  for (const [phase, expected] of [['registration', 'start'], ['action', 'start'], ['worker', 'completion'], ['event', 'event']]) {
    assert.equal(operationName({ api: 'fs.stat', name: 'x', phase }), `fs.stat ${expected}`);
  }
});

test('bytes on their way to another process are sent, not received', () => {
  assert.equal(operationName({ api: 'stream', name: 'net.connect@a.js:1:1#1/connect#1/sent#2', phase: 'descriptor' }), 'stream sends');
});

test('a timer has no phase, and an interval counts its ticks', () => {
  assert.equal(operationName({ api: 'setTimeout', name: 'setTimeout@a.js:1:1#1', phase: 'timer' }), 'setTimeout');
  assert.equal(operationName({ api: 'setInterval', name: 'setInterval@a.js:1:1#1/tick#2', phase: 'timer' }), 'setInterval tick 2');
});

test('without an API the name stands in', () => {
  assert.equal(operationName({ name: 'connect#1/read#2', phase: 'descriptor' }), 'connect#1/read#2 arrival');
});

test('a stall is about the main thread', () => {
  const before = { api: 'setImmediate', name: 'setImmediate@a.js:5:3#1/before#1', phase: 'stall' };
  assert.equal(operationName(before), 'main thread before setImmediate');
  assert.equal(stallName(before.name, true), 'main thread before setImmediate at a.js:5:3');
  assert.equal(stallName('setTimeout@a.js:5:3#1<1a2b3c4d/after#1', true), 'main thread after setTimeout at a.js:5:3');
  assert.equal(stallName('turn#2/before#1', true), 'main thread before immediates or closing callbacks');
});
