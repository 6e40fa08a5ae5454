'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { Planner } = require('../../../lib/orders/planner.js');
const { arrival, ran, task, timer, traceOf } = require('./traces.js');

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
  const { reasons, cannot, files, ...counts } = planner.coverage;
  assert.deepEqual(counts, { all: 4, shown: 1, impossible: 0, left: 3 });
  assert.deepEqual([reasons, cannot], [{}, []]);
  assert.deepEqual(files, { 'a.js': { all: 4, shown: 1, impossible: 0, left: 3 } });
  assert.notDeepEqual(planned(planner).text, first.text);
});

test('what code does after two events follows from both, and has one name in both orders', () => {
  const planner = new Planner();
  const [submitted, ...ended] = task(READ, 'fs.read', '/a');
  const arrived = arrival('connect#1/ready#1');
  // The plain run goes on from the arrival, the other one from the task, and the timer is named after that.
  const [first, second] = ['0a0a0a0a', '0b0b0b0b'].map((digits) => timer(`setTimeout@b.js:9:9#1<${digits}`, 1));
  planner.observe([traceOf([submitted, ...ended, ...arrived, first, ran(first)])], { isPlain: true });
  const { asked, text } = planned(planner);
  assert.deepEqual(text, [`timer ${first.name} -> worker ${READ}/fs.read#1`]);
  const [end, run] = ended;
  const other = [submitted, { ...end, delay: 300 }, ...arrived, run, second, ran(second)];
  planner.observe([traceOf(other)], { isPlain: false, asked });
  const { reasons, cannot, all } = planner.coverage;
  assert.equal(reasons.follows, cannot.length);
  assert.ok(cannot.some(({ event, reason }) => event.name === first.name && reason === 'follows'));
  assert.ok(all < 8, `${all} orders: the timer is no new event`);
  assert.ok(planned(planner).text.every((line) => !line.startsWith('timer')));
});

test('an event that was asked for before a hold ended is only late, and is tried again', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  const first = planned(planner);
  planner.observe([plain()], { isPlain: false, asked: first.asked });
  assert.deepEqual(planner.coverage.reasons, {});
  assert.equal(planner.coverage.left, 4);
});

test('each order is tried, then two or three at a time by chance', () => {
  const planner = new Planner();
  planner.observe([plain()], { isPlain: true });
  let runs = 0;
  for (; planner.coverage.left > 0 && runs < 100; runs++) {
    planner.observe([plain()], { isPlain: false, asked: planned(planner).asked });
  }
  assert.equal(planner.coverage.left, 0);
  assert.ok(runs > 1, String(runs));
});

// Returns the holds of the first runs of a campaign in which no order comes about.
function heldIn(trace, runs = 8) {
  const planner = new Planner();
  planner.observe([trace], { isPlain: true });
  return Array.from({ length: runs }).flatMap(() => {
    const { holds, asked } = planner.next(LONGEST_MS, 1);
    planner.observe([trace], { isPlain: false, asked });
    return holds;
  });
}

test('a timer waits for a task by a stall of its thread, where the trace says that this can be', () => {
  const short = timer('setTimeout@a.js:1:1#1', 5);
  const [start, end, ended] = task(READ, 'fs.read', '/a').map((line, at) => ({ ...line, t: at === 0 ? 2 : 60 }));
  const stall = { name: `${short.name}/before#1`, phase: 'stall', api: 'setTimeout' };
  const holdsOf = (...stalls) => heldIn(traceOf([short, start, ...stalls, ran(short), ...stalls.map(ran), end, ended]));
  assert.deepEqual(holdsOf().filter(({ name }) => name.startsWith(short.name)), [], 'nothing could come meanwhile');
  const held = holdsOf(stall).find(({ name }) => name === stall.name);
  assert.deepEqual([held.phase, held.until], ['stall', [`worker ${end.name}`]]);
});

test('another event waits for one that is ready, so that both come in one turn', () => {
  const [start, end, ended] = task(READ, 'fs.read', '/a');
  const [other, ...late] = task(WRITE, 'fs.write', '/b');
  const stall = { name: `${end.name}/before#1`, phase: 'stall', api: 'fs.read' };
  const holds = heldIn(traceOf([start, other, end, ended, stall, ran(stall), ...late]));
  const until = holds.filter(({ name }) => name === stall.name).flatMap((hold) => hold.until);
  assert.ok(until.includes(`worker ${late[0].name}`), until.join());
});
