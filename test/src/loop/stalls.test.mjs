// A thread that is not run for a while: more is ready when it looks again.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fixture, run } from './support.mjs';

const program = (name) => fileURLToPath(new URL(`../../orders/${name}.js`, import.meta.url));
const CHANCE = { NACD_UNSUPPORTED_PROBABILITY: '0', NACD_UNSUPPORTED_STALLS: '1', NACD_ENGINE: 'both' };

const stallsOf = (events) => events.filter(({ type, phase }) => !type && phase === 'stall');

async function withSchedule(delays, use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nacd-stalls-'));
  try {
    const schedule = path.join(folder, 'schedule.json');
    writeFileSync(schedule, JSON.stringify({ format: 1, delays }));
    return await use({ NACD_MODE: 'replay', NACD_SCHEDULE: schedule, NACD_ENGINE: 'both' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Returns the first run of a program without delays that is the usual one: on a busy machine others come by themselves.
async function runUsually(file, isUsual = ({ code }) => code === 0) {
  let last;
  for (let attempt = 0; attempt < 10; attempt++) {
    last = await withSchedule([], (env) => run(file, { env }));
    if (isUsual(last)) return last;
  }
  const stalls = JSON.stringify(stallsOf(last.events));
  return assert.fail(`ten runs without delays are not the usual one: ${last.stdout}${last.stderr}${stalls}`);
}

// Returns the first run with the stall in which the thread comes to its place: on a busy machine it may come too late.
// Without a trace only another order tells that it came.
async function runStalled(file, [stall], more = {}) {
  let last;
  for (let attempt = 0; attempt < 10; attempt++) {
    last = await withSchedule([stall], (env) => run(file, { env: { ...env, ...more } }));
    const came = stallsOf(last.events).some(({ name, delay }) => name === stall.name && delay !== undefined);
    if (last.code !== 0 || came) break;
  }
  return last;
}

// By the name of a program: the end of a stall's name that makes the other order. (Its sites are in there.)
const PLACES = {
  'timer-immediate': [/^setTimeout@.*\/after#1$/, 5],
  'immediate-task': [/^setImmediate@.*\/before#1$/, 200],
  'close-task': [/^turn#[0-9]+\/before#1$/, 200],
  'timers-merge': [/^setTimeout@.*\/before#1$/, 100],
  'watch-timer': [/^setTimeout@.*\/before#1$/, 100], // takes real time: a file may change outside
};

for (const [name, [place, ms]] of Object.entries(PLACES)) {
  test(`${name}: a stall makes the other order, and its schedule repeats it, by name and without a trace`, async () => {
    const placesOf = ({ events }) => stallsOf(events).filter((stall) => place.test(stall.name));
    // A thread that comes late to its timer on a busy machine never waits before it: such a run lacks the place.
    const isUsual = (ran) => ran.code === 0 && placesOf(ran).length > 0;
    const places = placesOf(await runUsually(program(`possible/${name}`), isUsual));
    let shown;
    for (const { name: at } of places) {
      const delays = [{ name: at, phase: 'stall', delay: ms }];
      const { code, stderr, events } = await runStalled(program(`possible/${name}`), delays);
      if (code === 0) continue;
      assert.match(stderr, /^ORDER: /);
      assert.equal(stallsOf(events).find((stall) => stall.name === at).delay, ms);
      shown = delays;
      break;
    }
    assert.ok(shown, 'no place shows the other order');
    const untraced = await runStalled(program(`possible/${name}`), shown, { NACD_TRACE: '' });
    assert.match(untraced.stderr, /^ORDER: /);
  });
}

// By the name of a program: the stall that makes the other order if it lasts until the program's last task has ended.
const AWAITING = {
  'short-timer-task': /^setTimeout@.*\/before#1$/,
  'together-tasks': /^crypto\.pbkdf2.*\/work#1\/before#1$/,
};

for (const [name, place] of Object.entries(AWAITING)) {
  test(`${name}: a stall lasts until the task that it is for has ended, which then comes in the same turn`, async () => {
    const placeIn = ({ events }) => stallsOf(events).find((stall) => place.test(stall.name));
    const ran = await runUsually(program(`possible/${name}`), (run) => run.code === 0 && placeIn(run) !== undefined);
    const task = ran.events.findLast(({ type, phase }) => !type && phase === 'worker').name;
    const stall = { name: placeIn(ran).name, phase: 'stall', delay: 5, until: [`worker ${task}`] };
    const { stderr } = await runStalled(program(`possible/${name}`), [stall]);
    assert.match(stderr, /^ORDER: /);
  });
}

test('a message at a port that keeps no process alive is held, and lost if the process ends before', async () => {
  const file = program('possible/unref-worker-message');
  const messageIn = ({ events }) => events.find(({ type, phase, name }) => (
    !type && phase === 'descriptor' && /^message#[0-9]+\/ready#2$/.test(name)));
  const ran = await runUsually(file, (run) => run.code === 0 && messageIn(run) !== undefined);
  const timer = ran.events.find(({ type, phase }) => !type && phase === 'timer').name;
  const held = { name: messageIn(ran).name, phase: 'descriptor', delay: 2000, after: [`timer ${timer}`] };
  const { stderr, events } = await withSchedule([held], (env) => run(file, { env }));
  assert.match(stderr, /^ORDER: ready, timer;/, JSON.stringify(events.slice(1)));
});

test('a replayed stall is found where the thread looks late, and lasts until the same timers are due', async () => {
  const natural = await withSchedule([], (env) => run(fixture('late-timers.js'), { env: { ...env, NACD_CLOCK: 'skip' } }));
  assert.equal(natural.stdout.trim(), 'first immediate second');
  const timers = natural.events.filter(({ type, phase }) => !type && phase === 'timer').map(({ name }) => name);
  const stall = { name: `${timers[0]}/before#1`, phase: 'stall', delay: 20 };
  for (const [until, order] of [[[`timer ${timers[1]}`], 'first second immediate'], [undefined, 'first immediate second']]) {
    const { stdout, events } = await runStalled(fixture('late-timers.js'), [{ ...stall, until }], { NACD_CLOCK: 'skip' });
    assert.equal(stdout.trim(), order);
    assert.equal(stallsOf(events).filter(({ name, delay }) => name === stall.name && delay !== undefined).length, 1);
  }
});

test('a replay stalls after a timer was set, though it stalls before that timer as well', async () => {
  const natural = await withSchedule([], (env) => run(program('possible/watch-timer'), { env }));
  const { name } = natural.events.find(({ type, phase }) => !type && phase === 'timer');
  const after = { name: `${name}/after#1`, phase: 'stall', delay: 20 };
  const before = { name: `${name}/before#1`, phase: 'stall', delay: 60 };
  const { stderr, events } = await withSchedule([after, before], (env) => run(program('possible/watch-timer'), { env }));
  assert.equal(stallsOf(events).find((stall) => stall.name === after.name).delay, 20);
  assert.match(stderr, /^ORDER: timer, change/);
});

test('a replay begins a worker when its schedule says, by the program\'s clock, and its maker waits for that', async () => {
  const start = { name: 'thread#1/before#1', phase: 'stall', delay: 5000 };
  const { stdout, events } = await withSchedule([start], (env) => run(fixture('worker-and-timer.js'), { env }));
  assert.equal(stdout.trim(), 'timer message');
  const made = events.find(({ type }) => type === 'made');
  const began = events.find(({ type }) => type === 'start');
  const timer = events.find(({ type, phase }) => !type && phase === 'timer');
  assert.equal(made.thread, 1);
  assert.ok(timer.t - made.t >= Math.min(began.real, 1000) - 1, JSON.stringify({ made, began, timer }));
});

test('a delay of main threads is not for those of workers', async () => {
  const natural = await runUsually(program('possible/timer-immediate'));
  const [{ name }] = stallsOf(natural.events).filter((stall) => stall.name.endsWith('/after#1'));
  for (const [thread, times] of [['main', 1], ['worker', 0]]) {
    const delays = [{ name, phase: 'stall', delay: 15, thread }];
    const { events } = await withSchedule(delays, (env) => run(program('possible/timer-immediate'), { env }));
    assert.equal(stallsOf(events).filter(({ delay }) => delay !== undefined).length, times, thread);
  }
});

test('a task that is held before it begins is done while the thread stalls before an immediate', async () => {
  const env = { NACD_ENGINE: 'both', NACD_STRATEGY: 'reverse', NACD_MODE: 'always', NACD_UNSUPPORTED_STALLS: '1' };
  const { events } = await run(fixture('immediate-change.js'), { env });
  const stall = stallsOf(events).find(({ name }) => /^setImmediate@.*\/before#1$/.test(name));
  assert.ok(stall?.delay > 0, 'the thread does not stall');
  const over = (phase, api) => events.findIndex((line) => line.type === 'run' && line.phase === phase && line.name.startsWith(api));
  assert.ok(over('action', 'fs.utimes') > 0);
  assert.ok(over('action', 'fs.utimes') < over('stall', 'setImmediate'), 'it begins later');
});

test('a seed repeats its stalls', async () => {
  const once = async () => {
    const { events } = await run(program('possible/timer-immediate'), { env: { ...CHANCE, NACD_SEED: '3' } });
    return stallsOf(events).filter(({ name }) => name.startsWith('set')).map(({ name, delay }) => `${name} ${delay}`);
  };
  const first = await once();
  assert.ok(first.length > 0);
  assert.deepEqual(await once(), first);
});

test('no stalls: with NACD_UNSUPPORTED_STALLS=0, without delays, and with the engine api', async () => {
  for (const env of [{ NACD_UNSUPPORTED_STALLS: '0' }, { NACD_UNSUPPORTED_PROBABILITY: '0' }, { NACD_ENGINE: 'api', NACD_UNSUPPORTED_STALLS: '1' }, { NACD_MODE: 'never' }]) {
    const { events } = await run(program('possible/timers-merge'), { env: { NACD_ENGINE: 'both', ...env } });
    assert.deepEqual(stallsOf(events).filter(({ delay }) => delay !== undefined), [], JSON.stringify(env));
  }
});

test('with the virtual clock a stall takes no time', async () => {
  const natural = await runUsually(program('possible/timer-immediate'));
  const [{ name }] = stallsOf(natural.events).filter((stall) => stall.name.endsWith('/after#1'));
  const long = { name, phase: 'stall', delay: 30000 };
  const { ms, events } = await withSchedule([long], (env) => run(program('possible/timer-immediate'), { env }));
  const waits = events.find(({ type }) => type === 'waits');
  assert.ok(waits.skipped > 20000, JSON.stringify(waits));
  assert.ok(ms < 20000, `${ms} ms`);
});

test('with the real clock a stall takes its time', async () => {
  const natural = await runUsually(program('possible/timer-immediate'));
  const [{ name }] = stallsOf(natural.events).filter((stall) => stall.name.endsWith('/after#1'));
  const { stderr, events } = await withSchedule([{ name, phase: 'stall', delay: 15 }], (env) =>
    run(program('possible/timer-immediate'), { env: { ...env, NACD_CLOCK: 'real' } }));
  assert.match(stderr, /^ORDER: /);
  assert.ok(events.find(({ type }) => type === 'waits').real >= 5);
});

test('a timer\'s callback sees its own frames only, with stalls, traces and gates', async () => {
  const plain = await run(fixture('frames.js'), { plain: true });
  assert.match(plain.stdout, /caught Error: thrown by an interval\n +at Timeout\.tick \[as _onTimeout\]/);
  for (const env of [{ NACD_TRACE: '' }, {}, { NACD_GATES: 'on', NACD_MODE: 'never', NACD_ENGINE: 'both' }]) {
    const { stdout, events } = await run(fixture('frames.js'), { env: { ...CHANCE, ...env } });
    assert.equal(stdout, plain.stdout, JSON.stringify(env));
    if (env.NACD_TRACE === '') continue;
    const ticks = events.filter(({ type, name }) => type === 'run' && /^setInterval.*\/tick#/.test(name));
    assert.equal(ticks.length, 3, 'an interval goes on that has thrown');
  }
});

test('a task that is held at its start stays held in a stall where a worker is about to act', async (t) => {
  const FOLDER = mkdtempSync(path.join(tmpdir(), 'nacd-stalls-'));
  t.after(() => rmSync(FOLDER, { recursive: true }));
  const strategy = { NACD_STRATEGY: 'reverse', NACD_MODE: 'always', NACD_UNSUPPORTED_STALLS: '0.5' };
  const env = { NACD_ENGINE: 'both', FOLDER, ...strategy };
  const { stdout, events } = await run(fixture('worker-and-task.js'), { env });
  const stall = stallsOf(events).find(({ name }) => /^setImmediate@.*\/before#1$/.test(name));
  assert.ok(stall?.delay > 0, 'the thread does not stall');
  const over = (phase, api) => events.findIndex((line) => line.type === 'run' && line.phase === phase && line.name.startsWith(api));
  assert.ok(over('action', 'fs.mkdir') > over('stall', 'setImmediate'), 'it begins in the stall');
  assert.deepEqual(stdout.split(',').sort(), ['made', 'ready']);
});
