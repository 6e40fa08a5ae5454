'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { behindCauses } = require('../../../lib/orders/between.js');
const { graphOfRun } = require('../../../lib/orders/merge.js');
const { ran, task, timer, traceOf } = require('./traces.js');

const T = timer('setTimeout@a.js:1:1#1', 300);
const WRITE = 'fs.writeFile(a)@a.js:2:2#1';
const RENAME = 'fs.rename(a)@a.js:3:3#1';
const READ = 'fs.readFile(a)@a.js:4:4#1';

// A change, then another one; a timer, then a look.
const graph = graphOfRun([traceOf([
  T, ...task(WRITE, 'fs.write', '/a'), ...task(RENAME, 'fs.rename', '/a'), { ...ran(T), t: 301 },
  ...task(READ, 'fs.read', '/a').map((line, at) => ({ ...line, t: 305 + at })),
])]);
const at = (kind, owner) => graph.points.findIndex((point) => point.kind === kind && point.owner === owner);
const [write, rename, read] = [at('start', WRITE), at('start', RENAME), at('start', READ)];
const due = graph.points.findIndex(({ kind }) => kind === 'timer');

test('an event waits for what it has to come after if another hold brings the two near to each other', () => {
  const holds = [{ point: write, events: [due], ms: 300 }, { point: rename, events: [read], ms: 1 }];
  assert.deepEqual(behindCauses(graph, holds), [{ point: read, events: [at('end', WRITE)], ms: 0 }]);
});

test('nothing more waits where the two are far from each other anyway', () => {
  assert.deepEqual(behindCauses(graph, [{ point: rename, events: [read], ms: 300 }]), []);
});
