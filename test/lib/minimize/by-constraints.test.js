'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { ByConstraints } = require('../../../lib/minimize/by-constraints.js');

const TIMERS = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'];
const HELD_MS = 60;

// A program whose tasks end at once, in the order of their names, and whose timers t1 to t8 fire every 10 ms. It takes
// the delays of a schedule as the loop engine does: a hold ends with its time or with the events that it waits for.
function order(tasks, delays) {
  const timers = TIMERS.map((name, at) => ({ name, phase: 'timer', t: 10 * (at + 1) }));
  const moments = [...timers];
  for (const [at, name] of tasks.entries()) {
    const delay = delays.find((one) => one.name === name);
    const events = (delay?.after ?? []).map((text) => timers.find((timer) => `timer ${timer.name}` === text).t);
    const held = delay?.after ? Math.min(Math.max(...events) + 1, delay.delay) : delay?.delay ?? 0;
    moments.push({ name, phase: 'worker', t: held + at / 100, delay: delay?.delay });
  }
  return moments.sort((a, b) => a.t - b.t);
}

function traceOf(moments) {
  const header = { type: 'header', format: 1, place: '0', started: new Date(0).toISOString(), options: { engine: 'loop' } };
  const known = moments.map(({ name, phase, delay }) => ({ t: 0, name, phase, api: name, delay }));
  const runs = moments.map(({ name, phase, t }) => ({ type: 'run', t, name, phase }));
  return [header, ...known, ...runs].map((line) => `${JSON.stringify(line)}\n`).join('');
}

// Returns an oracle for the program, which fails if `fails(isBefore)` is true.
function oracleOf(t, tasks, fails) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-constraints-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  let runs = 0;
  return {
    isOver: false,
    get runs() {
      return runs;
    },
    async once(delays) {
      const moments = order(tasks, delays);
      const at = (name) => moments.findIndex((moment) => moment.name === name);
      const own = path.join(folder, String(++runs));
      fs.mkdirSync(path.join(own, 'trace'), { recursive: true });
      fs.writeFileSync(path.join(own, 'trace', 'trace-1-0.ndjson'), traceOf(moments));
      return { failed: fails((one, other) => at(one) < at(other), runs), folder: own };
    },
  };
}

const scheduleOf = (tasks) => ({ delays: tasks.map((name) => ({ name, phase: 'worker', delay: HELD_MS })) });

async function minimized(t, { tasks, fails }) {
  const oracle = oracleOf(t, tasks, fails);
  const found = await new ByConstraints({ oracle, schedule: scheduleOf(tasks), emit: () => {} }).minimize();
  return { found, runs: oracle.runs };
}

const constraintsOf = ({ items }) => items.map(({ held, events }) => [held.name, `timer ${events.at(-1).name}`]);

test('of operations and events the two that race are left, with five runs of each order', async (t) => {
  const tasks = ['a', 'b', 'c', 'd'];
  const { found, runs } = await minimized(t, { tasks, fails: (isBefore) => isBefore('t4', 'b') });
  assert.deepEqual(constraintsOf(found), [['b', 'timer t4']]);
  assert.deepEqual([found.failing.length, found.passing.length], [5, 5]);
  assert.ok(runs <= 16, `${runs} runs`);
});

for (const event of ['t1', 't3', 't5']) {
  test(`the event is the first that matters: ${event}, although the failing run let five come before`, async (t) => {
    const { found } = await minimized(t, { tasks: ['a'], fails: (isBefore) => isBefore(event, 'a') });
    assert.deepEqual(constraintsOf(found), [['a', `timer ${event}`]]);
  });
}

test('a failure that needs two orders keeps both, each with its own event', async (t) => {
  const fails = (isBefore) => isBefore('t2', 'a') && isBefore('t4', 'c');
  const { found } = await minimized(t, { tasks: ['a', 'b', 'c'], fails });
  assert.deepEqual(constraintsOf(found), [['a', 'timer t2'], ['c', 'timer t4']]);
});

test('nothing is claimed where the failure comes without the order, or not each time with it', async (t) => {
  const always = await minimized(t, { tasks: ['a'], fails: () => true });
  assert.equal(always.found, undefined);
  const seldom = await minimized(t, { tasks: ['a'], fails: (isBefore, run) => isBefore('t1', 'a') && run < 7 });
  assert.equal(seldom.found, undefined);
  const never = await minimized(t, { tasks: ['a'], fails: () => false });
  assert.equal(never.found, undefined);
  const control = await minimized(t, { tasks: ['a'], fails: (isBefore) => isBefore('t1', 'a') });
  assert.deepEqual(constraintsOf(control.found), [['a', 'timer t1']]);
});

test('where chance decides behind the event alone, the kept schedule holds for as long as it surely fails', async (t) => {
  let edge = 0;
  const fails = (isBefore) => isBefore('t4', 'a') || (isBefore('t3', 'a') && ++edge % 3 !== 0);
  const { found } = await minimized(t, { tasks: ['a'], fails });
  assert.deepEqual(found.delays.map(({ after }) => after), [['timer t6']]);
  const oracle = oracleOf(t, ['a'], fails);
  for (let run = 0; run < 20; run++) assert.ok((await oracle.once(found.delays)).failed);
});
