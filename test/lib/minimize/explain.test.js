'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { classOfPair } = require('../../../lib/minimize/explain.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const [ANSWER, LIMIT, TICK] = ['fs.access@a.js:1:1#1', 'setTimeout@a.js:2:1#1', 'setInterval@a.js:3:1#1/tick#2'];
const FROM_TIMER = 'Error: no answer\n    at Timeout._onTimeout (a.js:2:9)\n    at listOnTimeout (node:internal/timers:5:1)\n';
const SAID = 'TimeoutError: timed out\n    at fs.access (a.js:1:1)\n';
const ASSERTION = 'AssertionError: got undefined\n    at test (a.js:9:9)\n';

// Writes a run in which the answer came after `at` ms, `held` of them delayed. `timers` are [name, due, fired, api].
function writeRun(folder, { at, held, timers = [], stderr = '' }) {
  fs.mkdirSync(path.join(folder, 'trace'), { recursive: true });
  const lines = [
    { type: 'header', format: 1, pid: 1, thread: 0 },
    ...timers.map(([name, due, , api = 'setTimeout']) => ({ t: 0, name, phase: 'timer', api, due })),
    { t: 1, name: ANSWER, phase: 'callback', delay: held },
    { type: 'run', t: at, name: ANSWER, phase: 'callback' },
    ...timers.filter(([, , fired]) => fired).map(([name, , t]) => ({ type: 'run', t, name, phase: 'timer' })),
  ];
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  fs.writeFileSync(path.join(folder, 'stdout'), '');
  fs.writeFileSync(path.join(folder, 'stderr'), stderr);
  return folder;
}

function classOf(t, { failing, passing, overtaker }) {
  const cwd = makeFolder(t);
  const pair = overtaker && { delayed: { name: ANSWER, phase: 'callback' }, overtaker };
  return classOfPair({
    pair, title: 'x',
    failing: [writeRun(path.join(cwd, 'failing'), failing)], passing: [writeRun(path.join(cwd, 'passing'), passing)],
  });
}

const timer = (name) => ({ name, phase: 'timer' });
const late = (stderr, due = 300) => ({ at: 350, held: 150, timers: [[LIMIT, due, 300]], stderr });
const inTime = { at: 200, timers: [[LIMIT, 300]] };

test('a limit of time that only failing runs reach is no race', (t) => {
  const overtaker = timer(LIMIT);
  assert.equal(classOf(t, { failing: late(FROM_TIMER), passing: inTime, overtaker }), 'time-limit');
  assert.equal(classOf(t, { failing: late(SAID), passing: inTime, overtaker }), 'time-limit');
  assert.equal(classOf(t, { failing: late(ASSERTION), passing: inTime, overtaker }), 'not-clear');
  const closed = { name: 'net.Socket.close@b.js:1:1#1', phase: 'event' };
  assert.equal(classOf(t, { failing: late(SAID), passing: inTime, overtaker: closed }), 'time-limit');
});

test('an order is a race: a timer of both, an interval, and what a far limit only shows', (t) => {
  const both = { at: 200, timers: [[LIMIT, 300, 301]] };
  assert.equal(classOf(t, { failing: late(FROM_TIMER), passing: both, overtaker: timer(LIMIT) }), 'order');
  assert.equal(classOf(t, { failing: late(SAID), passing: both, overtaker: timer(LIMIT) }), 'time-limit');
  const ticks = { at: 350, held: 150, timers: [[TICK, 300, 300]], stderr: ASSERTION };
  assert.equal(classOf(t, { failing: ticks, passing: { at: 200, timers: [[TICK, 300]] }, overtaker: timer(TICK) }), 'order');
  const lost = { at: 20, held: 10, timers: [[LIMIT, 5000, 5000]], stderr: SAID };
  const other = { name: 'fs.unlink@b.js:1:1#1', phase: 'callback' };
  assert.equal(classOf(t, { failing: lost, passing: { at: 10, timers: [[LIMIT, 5000]] }, overtaker: other }), 'order');
  assert.equal(classOf(t, { failing: { at: 20, held: 10 }, passing: { at: 10 }, overtaker: other }), 'order');
});

test('a limit that the program does not handle is a race', (t) => {
  const stderr = `AbortError: aborted\n    at a.js:1:1\nEmitted 'error' event on Readable instance at:\n`;
  assert.equal(classOf(t, { failing: late(stderr), passing: inTime, overtaker: timer(LIMIT) }), 'order');
});

test('AbortSignal.timeout is a limit, also where it fires after the answer', (t) => {
  const signal = (fired) => [[LIMIT, 300, fired, 'AbortSignal.timeout']];
  const failing = { at: 350, held: 150, timers: signal(300), stderr: 'AbortError: The operation was aborted\n' };
  const passing = { at: 200, timers: signal(301) };
  const overtaker = { name: 'net.connect@b.js:1:1#1/ready#1', phase: 'descriptor' };
  assert.equal(classOf(t, { failing, passing, overtaker }), 'time-limit');
});

for (const [runner, text] of [['node:test', 'test timed out after 2000ms'], ['mocha', 'Error: Timeout of 2000ms exceeded.'],
  ['jest', 'thrown: "Exceeded timeout of 2000 ms for a test.'], ['vitest', 'Error: Test timed out in 2000ms.'],
  ['playwright', 'Test timeout of 2000ms exceeded.'], ['lab', 'Timed out (2000ms) - a'],
  ['jasmine', 'Error: Timeout - Async function did not complete within 2000ms']]) {
  test(`a limit of ${runner} is one where the delays outlast it, and shows an order where they are short`, (t) => {
    const overtaker = { name: 'fs.unlink@b.js:1:1#1', phase: 'callback' };
    const passing = { at: 500 };
    const run = (held) => ({ at: 500 + held, held, stderr: `${text}\n` });
    assert.equal(classOf(t, { failing: run(1800), passing, overtaker }), 'time-limit');
    assert.equal(classOf(t, { failing: run(1800), passing }), 'time-limit');
    assert.equal(classOf(t, { failing: run(20), passing, overtaker }), 'order');
    assert.equal(classOf(t, { failing: run(20), passing }), 'not-clear');
    assert.equal(classOf(t, { failing: run(20), passing: { at: 9000 }, overtaker }), 'not-clear');
  });
}

test('without a pair nothing is clear', (t) => {
  assert.equal(classOf(t, { failing: late(ASSERTION), passing: inTime }), 'not-clear');
  assert.equal(classOf(t, { failing: { at: 20, held: 10 }, passing: { at: 10 } }), 'not-clear');
});

const onLinux = { skip: process.platform === 'linux' ? false : 'the loop engine needs Linux' };

async function explained(t, name, program) {
  const cwd = makeFolder(t, ...(program ? [] : [name]));
  if (program) fs.writeFileSync(path.join(cwd, name), program);
  const run = (...args) => nacd(args, { cwd, env: { NACD_TEST_PRELOAD: undefined } });
  const delays = ['--mode', 'always', '--min-delay', '150', '--max-delay', '300', '--strategy', 'uniform'];
  await run('run', '--quiet', '--seed', '1', ...delays, '--', 'node', name);
  const { stdout } = await run('minimize');
  const [{ id, class: is }] = readJson(cwd, '.nacd/campaign.json').failures;
  assert.equal(readJson(cwd, `.nacd/failures/${id}.json`).failure.class, is);
  const reports = [];
  for (const format of ['html', 'junit', 'sarif', 'github']) reports.push((await run('report', '--format', format, '-o', '-')).stdout);
  return { is, stdout, reports };
}

test('an answer after 200 ms against a limit of 300 is a limit of time, in all outputs', onLinux, async (t) => {
  const { is, stdout, reports } = await explained(t, 'late-answer.js');
  assert.equal(is, 'time-limit');
  assert.match(stdout, /\nLIMIT OF TIME {2}fails \d+ of \d+ with these delays, passes \d+ of \d+ without\n/);
  for (const text of [stdout, ...reports]) {
    assert.match(text, /limit of time/i);
    const words = text.replaceAll('no two operations race', '').replace(/"rules": [^]*?\]/, '');
    assert.doesNotMatch(words.replace(/<(style|script)[^]*?<\/\1>/g, ''), /\brace/i);
  }
});

test('an order is called a race, in all outputs', onLinux, async (t) => {
  const { is, stdout, reports } = await explained(t, 'interval.js');
  assert.equal(is, 'order');
  assert.match(stdout, /\nRACE {2}fails/);
  for (const text of reports) assert.match(text, /RACE {2}fails/);
});

// An answer after 200 ms, from a file. The delays make it come 150 ms later or more.
const ANSWERED = `
const assert = require('node:assert');
const fs = require('node:fs');
const timers = require('node:timers/promises');
let ready = false;
const ask = (done) => setTimeout(() => fs.readFile(__filename, () => { ready = true; done?.(); }), 200);
const began = Date.now();
`;

const WAITING = {
  'a loop that counts its looks': `ask();
    (async () => {
      let looks = 0;
      for await (const _ of timers.setInterval(20)) {
        if (ready) return;
        if (++looks > 16) throw new Error('never ready');
      }
    })();`,
  'a loop that looks at the clock': `ask();
    (function look() {
      if (ready) return;
      if (Date.now() - began > 330) throw new Error('never ready');
      setTimeout(look, 20);
    })();`,
  'a loop whose result is asserted': `ask();
    (async () => {
      while (!ready && Date.now() - began < 330) await timers.setTimeout(20);
      assert.equal(ready, true);
    })();`,
  'an assertion on the time that has passed': 'ask(() => assert(Date.now() - began < 330));',
  'a signal': `const signal = AbortSignal.timeout(330);
    signal.addEventListener('abort', () => { if (!ready) throw signal.reason; });
    ask();`,
  'a promise against a timer': `Promise.race([
      new Promise(ask), timers.setTimeout(330, undefined, { ref: false }).then(() => { throw new Error('boo'); }),
    ]).catch((error) => { console.error(error); process.exit(1); });`,
};

for (const [name, program] of Object.entries(WAITING)) {
  test(`a limit of time is never called a race: ${name}`, onLinux, async (t) => {
    const { is, stdout, reports } = await explained(t, 'waits.js', `${ANSWERED}${program}\n`);
    assert.notEqual(is, 'order', stdout);
    for (const text of [stdout, ...reports]) assert.doesNotMatch(text, /\bRACE\b/);
  });
}
