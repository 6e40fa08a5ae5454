'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { timesWith } = require('../../../lib/orders/extension.js');
const { graphOfRun } = require('../../../lib/orders/merge.js');
const { Pool } = require('../../../lib/orders/pool.js');
const { task, traceOf } = require('./traces.js');

// Files that are read at the same time, in a turn that nothing else begins.
function readsOf(count) {
  const tasks = Array.from({ length: count }, (_, at) => task(`fs.readFile(${at})@a.js:${at + 1}:1#1`, 'fs.read', `/${at}`));
  return graphOfRun([traceOf([...tasks.map(([start]) => start), ...tasks.flatMap(([, ...end]) => end)])]);
}

// Returns whether the pool can hold the ends of the first `held` tasks until the last task has ended.
function canHold(graph, held, workers) {
  const natural = timesWith(graph, new Map());
  const last = graph.points.length - 1;
  const ends = [...graph.points.keys()].filter((at) => graph.points[at].kind === 'end').slice(0, held);
  const times = timesWith(graph, new Map(ends.map((at) => [at, [last]])));
  assert.ok(times, 'the holds are possible but for the pool');
  return new Pool(graph, natural, workers).fits(times);
}

test('a task can overtake as many others as there are other workers', () => {
  const graph = readsOf(6);
  assert.equal(canHold(graph, 3), true);
  assert.equal(canHold(graph, 4), false);
  assert.equal(canHold(graph, 4, 5), true);
  assert.equal(canHold(graph, 1, 1), false);
});

test('a task that starts late keeps a worker busy as one does that ends late', () => {
  const graph = readsOf(6);
  const natural = timesWith(graph, new Map());
  const fits = (held) => {
    const last = graph.points.length - 1;
    const starts = [...graph.points.keys()].filter((at) => graph.points[at].kind === 'start').slice(0, held);
    return new Pool(graph, natural).fits(timesWith(graph, new Map(starts.map((at) => [at, [last]]))));
  };
  assert.equal(fits(3), true);
  assert.equal(fits(4), false);
});
