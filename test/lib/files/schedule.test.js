'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { scheduleOf } = require('../../../lib/files/schedule.js');

const held = (name, more) => ({ name, phase: 'worker', delay: 5, ...more });
const traceOf = (place, operations, options = {}) => ({ header: { place, options }, operations });

test('a constraint stays with its process, and a delay is one for all processes', () => {
  const after = ['timer t'];
  const traces = [traceOf('0', [held('a', { after }), held('b')]), traceOf('0.1', [held('a', { after }), held('b')])];
  const { delays } = scheduleOf({ traces, options: {} });
  assert.deepEqual(delays.map(({ name, place }) => [name, place]), [['a', '0'], ['b', undefined], ['a', '0.1']]);
});

test('a schedule has the options of the first process, whose file is not always the first', () => {
  const traces = [traceOf('0.1', [], { clock: 'real' }), traceOf('0', [], { clock: 'virtual', endsWait: 1 })];
  const { options } = scheduleOf({ traces, options: {} });
  assert.equal(options.clock, 'virtual');
  assert.equal(options.endsWait, 1);
  assert.equal(scheduleOf({ traces: traces.slice(0, 1), options: {} }).options.clock, 'real', 'control');
});

test('a schedule makes no further stalls by chance: those that were made are its delays', () => {
  const { options } = scheduleOf({ traces: [traceOf('0', [], { stalls: 0.5 })], options: { stalls: 0.5, seed: 3 } });
  assert.equal(options.stalls, undefined);
  assert.equal(options.seed, 3);
});
