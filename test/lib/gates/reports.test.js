'use strict';
// Tests the reports of operations that do not run as the gates require, and that no program hangs.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { nearest } = require('../../../lib/gates/reports.js');
const { parseLocation } = require('../../../lib/names/location.js');
const { ENGINES, program } = require('./support.js');
const { slowdown } = require('../../support/slowdown.js');

const HEAD = `const { order, hold, barrier, gate, ran } = require('nacd-native/gates'); const fs = require('fs');\n`;

const DEADLOCKS = {
  'operations that wait for each other': [
    "order('fs.stat(a) -> fs.stat(b) -> fs.stat(a)'); fs.stat('/a', () => {}); fs.stat('/b', () => {});",
    /gate fs\.stat\(a\) -> fs\.stat\(b\)\n {2}held {6}fs\.stat callback.*\n {2}waits for fs\.stat\(a\), which/,
  ],
  'timers in another order than theirs': [
    "order('setTimeout@p.js:3 -> setTimeout@p.js:2'); setTimeout(() => {}, 5);\nsetTimeout(() => {}, 10);",
    /waits for setTimeout@p\.js:3, which comes after the held operation: Node always keeps this order/,
  ],
  'an event before the one it depends on': [
    "order('fs.lstat -> fs.stat'); fs.stat('/a', () => fs.lstat('/b', () => {}));",
    /waits for fs\.lstat, which was not started: the held operation may be the one that would start it/,
  ],
  'a gate that nobody opens': [
    "gate('done').hold('fs.stat'); fs.stat('/a', () => {});",
    /waits for the gate "done" to be opened/,
  ],
  'a condition that never holds': [
    "hold('fs.stat', () => false); fs.stat('/a', () => {});",
    /waits for a condition: \(\) => false/,
  ],
  'too few at a barrier': [
    "barrier('fs.stat', 3); fs.stat('/a', () => {}); fs.stat('/b', () => {});",
    /gate barrier of 3 at fs\.stat\n(?: {2}held {6}fs\.stat callback.*\n){2} {2}waits for 3 operations at this barrier/,
  ],
  'an operation that never comes': [
    "ran('fs.stat').catch(({ code }) => console.log(code));",
    /gate ran fs\.stat\n {2}held {6}the test\n {2}waits for fs\.stat/,
  ],
  'an interval that fires again and again': [
    "order('fs.lstat -> fs.stat'); const i = setInterval(() => {}, 5); fs.stat('/a', () => clearInterval(i));",
    /waits for fs\.lstat, which was not started/,
  ],
  'a server that nobody calls': [
    "order('fs.lstat -> fs.stat'); const s = require('net').createServer().listen(0); fs.stat('/a', () => s.close());",
    /waits for fs\.lstat, which was not started/,
  ],
};

for (const [engine, clock] of ENGINES) {
  for (const [title, [source, report]] of Object.entries(DEADLOCKS)) {
    test(`deadlock: ${title} (${engine}, ${clock})`, async (t) => {
      const env = { NACD_ENGINE: engine, NACD_CLOCK: clock };
      const { status, stderr, ms } = await program(t, HEAD + source, { env });
      assert.match(stderr, /^nacd: deadlock: every operation that could continue is held at a closed gate\n/);
      assert.match(stderr, report);
      assert.equal(status, 1);
      assert.ok(ms / slowdown() < 5000, `${ms} ms`);
    });
  }
}

const NO_PROC = process.platform !== 'linux' && 'only Linux tells what other processes do';

test('deadlock: a child that waits for what is held', { skip: NO_PROC }, async (t) => {
  const source = `const { fork } = require('child_process');
    order('child_process.ChildProcess.exit -> child_process.ChildProcess.message', { impossible: 'pass' });
    const child = fork('./child.js').on('message', () => child.send('go on'));`;
  const files = { 'child.js': "process.on('message', () => process.disconnect()); process.send('ready');" };
  for (const [engine, clock] of [['api', 'real'], ['both', 'virtual']]) {
    const env = { NACD_ENGINE: engine, NACD_CLOCK: clock };
    const { status, stderr } = await program(t, HEAD + source, { files, env });
    assert.deepEqual([status, stderr], [0, '']);
  }
});

test('the nearest operations to an arrival are those of the call that it is a part of', () => {
  const at = (api, phase, site = '') => ({ api, phase, site, count: 1 });
  const site = 'src/a.ts:18:10';
  const seen = [at('fs.open', 'action'), at('http.get', 'registration', site), at('stream', 'descriptor', site)];
  for (const name of ['http.get@src/a.ts:15:33#1/stream#1/ready#2', 'http.get@a.ts#1/stream#1/ready#2']) {
    const lines = nearest(parseLocation(`${name} arrival`), seen);
    assert.deepEqual(lines.map((line) => line.trim()), ['stream arrival  src/a.ts:18:10', 'http.get start  src/a.ts:18:10'], name);
  }
});

test('an operation that is still possible is waited for', async (t) => {
  // One after the other: at any time a child, a limit of time or a timer is all that goes on.
  const source = `order('setTimeout@p.js:4 -> fs.stat'); fs.stat('/a', () => console.log('stat'));
    const { scheduler } = require('timers/promises');
    const timer = () => setTimeout(() => console.log('timer'), 100);
    require('child_process').exec('sleep 0.5', () => scheduler.wait(100).then(() => console.log('waited')).then(timer));`;
  const { status, stdout, stderr } = await program(t, HEAD + source);
  assert.deepEqual([status, stdout, stderr], [0, 'waited\ntimer\nstat\n', '']);
});

test('a gate that nothing reached, with the operations that occurred', async (t) => {
  const { status, stderr } = await program(t, `${HEAD}order('fs.stat@p.js:2 -> fs.readFile@q.js:7#2'); fs.stat('/a', () => {});`);
  assert.equal(status, 1);
  assert.match(stderr, /^nacd: the operations did not run as the gates require\ngate fs\.stat@p\.js:2 -> fs\.readFile/);
  assert.match(stderr, / -> fs\.readFile@q\.js:7#2\n {2}no operation matched fs\.readFile@q\.js:7#2\n/);
  assert.match(stderr, /#2\n {2}nearest operations that occurred:\n {4}fs\.stat /);
});

test('a call whose start cannot wait', async (t) => {
  const source = "order('setTimeout -> fs.stat start'); fs.stat('/a', { bigint: { valueOf: 1 } }, () => {}); setTimeout(() => {}, 5);";
  const { status, stderr } = await program(t, HEAD + source);
  assert.match(stderr, /could not be held: fs\.stat start.*: this call might throw at once/);
  assert.equal(status, 1);
});

test('impossible and optional orders need not be failures', async (t) => {
  for (const options of ["{ impossible: 'pass' }", '{ optional: true }']) {
    const source = `${HEAD}order('fs.lstat -> fs.stat', ${options}); fs.stat('/a', () => fs.lstat('/b', () => console.log('all')));`;
    const { status, stdout, stderr } = await program(t, source);
    assert.deepEqual([status, stdout, stderr], [0, 'all\n', '']);
  }
});

test('not loaded: one clear line, or nothing with NACD_GATES=off', async (t) => {
  const source = `try { ${HEAD} order('fs.stat -> fs.lstat'); console.log('set'); ran('fs.stat').then(() => console.log('ran')); } catch (error) { console.log(error.message); }`;
  const plain = await program(t, source, { preload: null });
  assert.match(plain.stdout, /^nacd: gates need nacd-native, which must be loaded before .*-r nacd-native\/gates.*\n$/);
  const off = await program(t, source, { preload: null, env: { NACD_GATES: 'off' } });
  assert.equal(off.stdout, 'set\nran\n');
});

test('a call that is not valid is one line', async (t) => {
  for (const [call, line] of [
    ["order('fs.stat')", 'nacd: gates: "fs.stat": an order needs "->" between two operations'],
    ["order('-> fs.stat')", 'nacd: gates: "-> fs.stat": an operation is missing beside "->"'],
    ["hold('fs.stat nonsense')", 'nacd: gates: "fs.stat nonsense": unknown phase "nonsense"'],
    ["hold({ file: 'a' })", 'nacd: gates: {"file":"a"}: unknown key "file"'],
    ["barrier('fs.stat', 1)", 'nacd: gates: the count of barrier() must be a whole number from 2, not 1'],
  ]) {
    const { stdout } = await program(t, `${HEAD}try { ${call} } catch ({ message }) { console.log(message) }`);
    assert.ok(stdout.startsWith(line) && stdout.trim().split('\n').length === 1, stdout);
  }
});

test('a worker that takes its time is waited for', async (t) => {
  const worker = "setTimeout(() => require('worker_threads').parentPort.postMessage(1), 800)";
  const source = `order('fs.lstat -> fs.stat'); fs.stat('/a', () => console.log('stat'));
    const { Worker } = require('worker_threads');
    new Worker(${JSON.stringify(worker)}, { eval: true }).on('message', () => fs.lstat('/b', () => {}));`;
  for (const [engine, clock] of ENGINES) {
    const { status, stderr } = await program(t, HEAD + source, { env: { NACD_ENGINE: engine, NACD_CLOCK: clock } });
    assert.deepEqual([status, stderr], [0, '']);
  }
});
