'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { Planner } = require('../../../lib/orders/planner.js');
const { ran, task, timer, traceOf } = require('./traces.js');

const T = timer('setTimeout@a.js:1:1#1', 10);

// Timers alone cannot be held.
test('a planner sees nothing in a trace of which it could hold nothing', () => {
  const planner = new Planner();
  planner.observe([traceOf([T, ran(T)])], { isPlain: true });
  assert.equal(planner.sees, false);
  planner.observe([traceOf([T, ...task('fs.stat(a)@a.js:2:2#1', 'fs.stat', '/a'), ran(T)])], { isPlain: true });
  assert.equal(planner.sees, true);
});

const call = (name) => ({ name, phase: 'callback', api: 'fs.stat' });
const [A, B, C] = ['a', 'b', 'c'].map((file, at) => call(`fs.stat(${file})@a.js:${at + 1}:1#1`));

test('engine api: calls are held, each for no longer than is allowed if it waits for nothing', () => {
  const planner = new Planner();
  const about = { options: { mode: 'never', engine: 'api' } };
  planner.observe([traceOf([A, B, C, ran(A), ran(B), ran(C)], about)], { isPlain: true });
  assert.equal(planner.sees, true);
  const { holds } = planner.next(500, 1);
  assert.ok(holds.length > 0 && holds.every(({ phase, after }) => phase === 'callback' && after.length > 0));
  const drawn = Array.from({ length: 50 }, (_, seed) => planner.draw(500, seed).holds).flat();
  const free = drawn.filter(({ after }) => after === undefined);
  assert.ok(free.length > 0);
  for (const { delay } of free) assert.equal(delay, 500);
});

test('engine api: what one object does keeps its order', () => {
  const data = (object, count) => (
    { name: `net.Socket.data@a.js:1:1/${object}#${count}`, phase: 'event', api: 'net.Socket.data', object });
  const lines = [data(1, 1), data(1, 2), data(2, 1)];
  const all = (some) => {
    const planner = new Planner();
    const about = { options: { mode: 'never', engine: 'api' } };
    planner.observe([traceOf([...some, ...some.map(ran)], about)], { isPlain: true });
    return planner.coverage.all;
  };
  assert.equal(all(lines.slice(0, 2)), 0);
  assert.ok(all(lines) > 0);
});
