'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { Planner } = require('../../../lib/orders/planner.js');
const { ran, task, timer, traceOf } = require('./traces.js');

const T = timer('setTimeout@a.js:1:1#1', 300);
const READ = 'fs.readFile(a)@a.js:2:2#1';
const WRITE = 'fs.writeFile(a)@a.js:3:3#1<0a0a0a0a';
const plain = () => traceOf([T, ...task(READ, 'fs.read', '/a'), ...task(WRITE, 'fs.write', '/a'), { ...ran(T), t: 301 }]);
const LONGEST_MS = 500;

function planned(planner) {
  const { holds, asked } = planner.next(LONGEST_MS, 1);
  return { asked, holds, text: holds.map(({ name, phase, after }) => `${after} -> ${phase} ${name}`) };
}

test('nothing is planned before a run was seen, or where one thing follows from the other', () => {
  const planner = new Planner();
  assert.deepEqual(planner.next(LONGEST_MS, 1).holds, []);
  planner.observe([traceOf(task(READ, 'fs.read', '/a'))], { isPlain: true });
  assert.deepEqual(planner.next(LONGEST_MS, 1).holds, []);
  assert.equal(planner.coverage.all, 0);
});

test('a run gets the order that is worth most, and it lasts until its event has happened', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  const { text, holds } = planned(planner);
  assert.deepEqual(text, [`timer ${T.name} -> action ${WRITE}/fs.write#1`]);
  assert.ok(holds[0].delay > 290 && holds[0].delay < 1000, 'a bound, beyond the time at which the timer is due');
});

test('what a run has shown is not planned again, and is counted', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  const first = planned(planner);
  const [read, write] = [task(READ, 'fs.read', '/a'), task(WRITE, 'fs.write', '/a')];
  const shown = traceOf([T, ...read, { ...write[0], delay: 600 }, ran(T), ran(write[0]), ...write.slice(1)]);
  planner.observe([shown], { isPlain: false, asked: first.asked });
  assert.deepEqual(planner.coverage, { all: 4, shown: 1, impossible: 0, beyond: 0, left: 3 });
  assert.notDeepEqual(planned(planner).text, first.text);
});

test('an event that comes behind a hold for it follows from what was held', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  const first = planned(planner);
  planner.observe([plain()], { isPlain: false, asked: first.asked });
  assert.notDeepEqual(planned(planner).text, first.text);
});

test('each order is tried, then two or three at a time by chance', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  let runs = 0;
  for (; !planner.isDone && runs < 100; runs++) {
    planner.observe([plain()], { isPlain: false, asked: planned(planner).asked });
  }
  assert.ok(planner.isDone && runs > 1, String(runs));
  assert.equal(planner.coverage.left, 0);
});
