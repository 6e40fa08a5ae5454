'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { Planner } = require('../../../lib/orders/planner.js');
const { ran, task, timer, traceOf } = require('./traces.js');

const LONGEST_MS = 500;
const READ = 'fs.readFile(a)@a.js:2:2#1';
const STAT = 'fs.stat(b)@a.js:3:3#1';
const T = timer('setTimeout@a.js:1:1#1', 300);
const plain = () => traceOf([T, ...task(READ, 'fs.read', '/a'), ...task(STAT, 'fs.stat', '/b'), { ...ran(T), t: 301 }]);

// The calls that a run holds, each with that of what it waits for.
function pairsOf({ asked }) {
  const callAt = ({ graph: { points } }, at) => points[at].owner;
  return asked.map((one) => `${callAt(one, one.point)} <- ${one.events.map((event) => callAt(one, event)).join()}`);
}

test('each pair of calls is tried alone, and each call is held for as long as it may be', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  const seen = new Set();
  for (let run = 0; run < 8; run++) {
    const pairs = pairsOf(planner.alone(LONGEST_MS, run));
    assert.equal(pairs.length, 1, 'nothing else is held');
    seen.add(pairs[0]);
  }
  assert.deepEqual([...seen].sort(), [`${READ} <- `, `${READ} <- ${T.name}`, `${STAT} <- `, `${STAT} <- ${T.name}`].sort());
});

test('a program is done when its orders were tried together, and its pairs alone', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  for (let runs = 0; planner.coverage.left > 0 && runs < 100; runs++) {
    planner.observe([plain()], { isPlain: false, asked: planner.next(LONGEST_MS, runs).asked });
  }
  planner.next(LONGEST_MS, 0); // finds nothing
  assert.equal(planner.coverage.left, 0);
  assert.equal(planner.isAllDone, false);
  for (let run = 0; run < 8; run++) planner.alone(LONGEST_MS, run);
  assert.equal(planner.isAllDone, true);
});

test('a long program has several pairs in a run, one after the other', () => {
  const parts = Array.from({ length: 50 }, (_, at) => {
    const due = timer(`setTimeout@b.js:${at + 1}:1#1`, 1);
    return [due, ...task(`fs.stat(${at})@a.js:${at + 1}:1#1`, 'fs.stat', `/${at}`), ran(due)];
  });
  const planner = new Planner();
  planner.observe([traceOf(parts.flat())], { isPlain: true });
  const { asked } = planner.alone(LONGEST_MS, 1);
  assert.ok(asked.length > 1 && asked.length <= 4, String(asked.length));
  const spans = asked.map(({ point, events: [event = Infinity] }) => [point, event]).sort(([a], [b]) => a - b);
  for (const [at, [, to]] of spans.slice(0, -1).entries()) assert.ok(to < spans[at + 1][0]);
});
