'use strict';
// The result of minimize fails as often as what it replaces.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { confirm, measure } = require('../../../lib/minimize/confirm.js');
const { Minimizer } = require('../../../lib/minimize/minimize.js');

// An oracle in which `fails(delays, run)` says if run number `run` of these delays fails.
function oracleOf(fails) {
  const oracle = { runs: 0, counts: new Map() };
  oracle.often = async (delays, count) => Array.from({ length: count }, () => {
    const key = JSON.stringify(delays);
    const run = oracle.counts.get(key) ?? 0;
    oracle.counts.set(key, run + 1);
    oracle.runs++;
    return { failed: fails(delays, run), folder: String(oracle.runs) };
  });
  return oracle;
}

const delaysOf = (count, delay = 100) => Array.from({ length: count }, (_, at) => ({ name: `op${at}`, phase: 'callback', delay }));

test('58 delays that fail each time are not replaced by 3 that never fail', async () => {
  const original = delaysOf(58);
  const oracle = oracleOf((delays) => delays.length === 58);
  const whole = await measure(oracle, original);
  const reduced = original.slice(0, 3);
  const shortest = reduced.map((entry) => ({ ...entry, delay: 20 }));
  const result = await confirm(oracle, { shortest, reduced, met: original, original }, whole);
  assert.equal(result.delays.length, 58);
  assert.equal(result.kept, true);
  assert.equal(result.failing.length, result.of);
});

test('a smaller schedule that fails less often is not taken either', async () => {
  const original = delaysOf(4);
  const oracle = oracleOf((delays, run) => delays.length === 4 || run % 2 === 0);
  const whole = await measure(oracle, original);
  const reduced = original.slice(0, 1);
  const result = await confirm(oracle, { shortest: reduced, reduced, met: original, original }, whole);
  assert.equal(result.kept, true);
});

test('a delay is not left at the edge of its shortest time', async () => {
  const original = delaysOf(1, 500);
  const oracle = oracleOf(([{ delay }], run) => delay > 60 || (delay === 60 && run < 4));
  const whole = await measure(oracle, original);
  const shortest = [{ ...original[0], delay: 60 }];
  const { delays } = await confirm(oracle, { shortest, reduced: original, met: original, original }, whole);
  assert.equal(delays[0].delay, 100);
  assert.equal(delays[0].shortest, 60);
});

test('runs of the search that speak for a result confirm it, unless one speaks against it', async () => {
  const original = delaysOf(1, 500);
  const shortest = [{ ...original[0], delay: 60 }];
  const confirmed = async (seen) => {
    const oracle = { ...oracleOf(() => true), isSteady: true, confirmsByFew: true, seen: () => seen };
    const whole = await measure(oracle, original);
    const { of, witnesses } = await confirm(oracle, { shortest, reduced: original, met: original, original }, whole);
    return [of, witnesses];
  };
  assert.deepEqual(await confirmed({ failed: 0, passed: 0 }), [5, 0]);
  assert.deepEqual(await confirmed({ failed: 2, passed: 0 }), [3, 2]);
  assert.deepEqual(await confirmed({ failed: 9, passed: 0 }), [2, 9]);
  assert.deepEqual(await confirmed({ failed: 9, passed: 1 }), [5, 0]);
});

// A run of a program that has timers at these times, and an interval of 7 ms, while it fails as long as `delay`.
function heldRun(t, delay, timers) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-held-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.mkdirSync(path.join(folder, 'trace'));
  for (const output of ['stdout', 'stderr']) fs.writeFileSync(path.join(folder, output), '');
  const timer = (name) => ({ type: 'run', name, phase: 'timer' });
  const ticks = Array.from({ length: Math.floor(delay / 7) }, (_, at) => timer(`setInterval@a.js:1:1#1/tick#${at + 2}`));
  const lines = [
    timer('setInterval@a.js:1:1#1/tick#1'), { name: 'op0', phase: 'callback', id: 1, delay }, ...ticks,
    ...timers.filter((time) => time < delay).map((time) => timer(`setTimeout@a.js:${time}:1#1`)),
    { type: 'run', name: 'op0', phase: 'callback' }, ...timers.filter((time) => time >= delay).map((time) => timer(`setTimeout@a.js:${time}:1#1`)),
  ];
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  return { failed: delay > timers[0], folder, titles: ['x'] };
}

for (const [timers, delay] of [[[50], 206], [[50, 150], 88], [[50, 80], 66], [[50, 60], 206]]) {
  test(`with timers at ${timers.join(' and ')} ms a delay of 52 ms becomes one of ${delay} ms`, async (t) => {
    const original = delaysOf(1, 300);
    const often = async ([entry], count) => Array.from({ length: count }, () => heldRun(t, entry?.delay ?? 0, timers));
    const oracle = { runs: 0, often, isSteady: true, confirmsByFew: true, seen: () => ({ failed: 0, passed: 0 }) };
    const whole = await measure(oracle, original);
    const shortest = [{ ...original[0], delay: 52 }];
    const edges = [{ above: await often(shortest, 1), below: [] }];
    const result = await confirm(oracle, { shortest, reduced: original, met: original, original, edges }, whole);
    assert.equal(result.delays[0].delay, delay);
    assert.equal(result.of, 5);
  });
}

test('if longer delays do not fail, those that were found are taken as long as they were', async () => {
  const original = delaysOf(5, 50);
  const oracle = oracleOf((delays) => delays.every(({ delay }) => delay === 50));
  const whole = await measure(oracle, original);
  const reduced = original.slice(0, 2);
  const shortest = reduced.map((entry) => ({ ...entry, delay: 40 }));
  const result = await confirm(oracle, { shortest, reduced, met: original, original }, whole);
  assert.deepEqual(result.delays, reduced);
  assert.equal(result.kept, false);
});

test('a search misled by luck ends with the original schedule', async () => {
  const original = delaysOf(8);
  let quick = 0;
  // Single delays fail in the first try of the search only.
  const replay = async ({ delays }) => {
    const failed = delays.length === 8 || (delays.length > 0 && quick++ < 7);
    return { verdict: failed ? 'failed' : 'passed', titles: failed ? ['x'] : [], folder: '/nonexistent', ms: 1 };
  };
  const scratch = { count: 0, drop() {}, replay: (schedule) => (scratch.count++, replay(schedule)) };
  const schedule = { delays: original, options: { clock: 'virtual' }, failure: { title: 'x' } };
  const minimizer = new Minimizer({ scratch, schedule, tries: 4, emit: () => {}, met: (delays) => delays });
  const found = await minimizer.minimize();
  assert.equal(found.delays.length, 8);
  assert.equal(found.rate.failed, found.rate.of);
});

// A minimizer of `original` whose runs have all operations, and fail as `fails(delays)` says.
function minimizerOf(t, original, fails, { clock = 'virtual', deadline, emit = () => {} } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-minimizer-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.mkdirSync(path.join(folder, 'trace'));
  const lines = original.map(({ name, phase }, id) => JSON.stringify({ t: id, name, id: id + 1, phase }));
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), `${lines.join('\n')}\n`);
  for (const output of ['stdout', 'stderr']) fs.writeFileSync(path.join(folder, output), '');
  const replay = async ({ delays }) => {
    const failed = fails(delays);
    return { verdict: failed ? 'failed' : 'passed', titles: failed ? ['x'] : [], folder, ms: 1 };
  };
  const scratch = { count: 0, drop() {}, replay: (schedule) => (scratch.count++, replay(schedule)) };
  const schedule = { delays: original, options: { clock }, failure: { title: 'x' } };
  return { scratch, minimizer: new Minimizer({ scratch, schedule, tries: 4, deadline, emit }) };
}

for (const [count, at, edge, most] of [[1, 0, 60, 20], [3, 2, 5, 20], [8, 6, 60, 24], [30, 7, 300, 30]]) {
  test(`one of ${count} delays is found in at most ${most} runs, with a margin`, async (t) => {
    const isNeeded = ({ name, delay }) => name === `op${at}` && delay >= edge;
    const { scratch, minimizer } = minimizerOf(t, delaysOf(count, 500), (delays) => delays.some(isNeeded));
    const { delays, rate } = await minimizer.minimize();
    assert.deepEqual(delays.map(({ name }) => name), [`op${at}`]);
    assert.ok(delays[0].shortest >= edge && delays[0].shortest <= edge * 1.25 + 1, String(delays[0].shortest));
    assert.ok(delays[0].delay >= 1.5 * edge, String(delays[0].delay));
    assert.ok(rate.failed === rate.of && rate.of >= 5 && rate.passed === rate.ofOther && rate.ofOther >= 5);
    assert.ok(scratch.count <= most, `${scratch.count} runs`);
  });
}

test('at most 60 runs are made, also where a failure comes seldom and on the real clock', async (t) => {
  for (const needed of [['op7'], ['op3', 'op40'], ['op1', 'op20', 'op30', 'op57']]) {
    let run = 0;
    const fails = (delays) => needed.every((name) => delays.some((entry) => entry.name === name)) && run++ % 4 !== 3;
    const { scratch, minimizer } = minimizerOf(t, delaysOf(58, 500), fails, { clock: 'real' });
    const { delays } = await minimizer.minimize();
    assert.ok(scratch.count <= 60, `${scratch.count} runs`);
    assert.ok(needed.every((name) => delays.some((entry) => entry.name === name)));
  }
});

test('where the time is over before delays are made shorter, each of a few is left out once', async (t) => {
  const [needed, deadline] = [['op1', 'op4', 'op6'], 1000];
  const tried = [];
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const fails = (delays) => {
    const names = delays.map(({ name }) => name);
    tried.push(names.join());
    return needed.every((name) => names.includes(name));
  };
  const emit = ({ type, delays }) => {
    if (type === 'smaller' && delays.length === needed.length) now = deadline - 1;
  };
  const { minimizer } = minimizerOf(t, delaysOf(8, 500), fails, { deadline, emit });
  const { delays } = await minimizer.minimize();
  assert.deepEqual(delays.map(({ name }) => name), needed);
  const last = tried.slice(tried.lastIndexOf(needed.join()) + 1);
  assert.deepEqual(last.slice(0, needed.length).sort(), ['op1,op4', 'op1,op6', 'op4,op6']);
});
