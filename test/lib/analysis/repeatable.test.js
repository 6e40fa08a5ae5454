'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { repeatable } = require('../../../lib/analysis/repeatable.js');

const delayed = (name, phase = 'callback') => ({ name, phase, delay: 5 });
const run = (name, phase = 'callback') => ({ name, phase });
const delaysOf = (...names) => names.map((name) => delayed(name));
const ranksOf = (delays, traces) => repeatable(delays, traces, []).map(({ rank }) => rank);

test('ranks say in which order delayed operations were carried out', () => {
  const trace = {
    operations: [
      ...delaysOf('a', 'b', 'lost'), { name: 'plain', phase: 'callback' }, delayed('s', 'stall'), delayed('t', 'timer'),
    ],
    runs: [run('b'), run('plain'), run('s', 'stall'), run('t', 'timer'), run('a')],
  };
  const delays = trace.operations.filter(({ delay }) => delay);
  assert.deepEqual(ranksOf(delays, [trace]), [2, 1, undefined, undefined, undefined]);
});

test('each process has ranks of its own, and an operation of two has none', () => {
  const one = { operations: delaysOf('a', 'both'), runs: [run('both'), run('a')] };
  const two = { operations: delaysOf('both', 'b'), runs: [run('both'), run('b')] };
  const delays = delaysOf('a', 'both', 'b');
  assert.deepEqual(ranksOf(delays, [one, two]), [2, undefined, 2]);
  assert.deepEqual(repeatable(delays, [one, two], []).map(({ loop }) => loop), [1, undefined, 2]);
  assert.deepEqual(repeatable(delaysOf('a'), [one], []).map(({ loop }) => loop), [undefined]);
});
