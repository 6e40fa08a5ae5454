'use strict';
// NACD_UNSUPPORTED_REVERSE_TASKS: what is held in the program's main thread, in workers and in children.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { temporaryFolder } = require('../../support/package.js');
const { execute, readTraces, root } = require('../../src/hooks/harness.js');

// A change that follows from another one, in the main thread, a worker and a child.
const PROGRAM = `
  const fs = require('node:fs');
  const { isMainThread, Worker } = require('node:worker_threads');
  const { spawn } = require('node:child_process');
  const file = process.argv[2] + (isMainThread ? process.pid : 'worker');
  fs.mkdir(file, () => fs.rename(file, file + '.new', () => {}));
  if (isMainThread && process.argv[3]) {
    new Worker(__filename, { argv: [process.argv[2]] });
    spawn(process.execPath, [__filename, process.argv[2]]);
  }
`;

test('a change in the middle of a chain begins a group in workers and children only', async (t) => {
  const folder = temporaryFolder(t, 'nacd-threads-');
  require('node:fs').writeFileSync(path.join(folder, 'app.js'), PROGRAM);
  const traces = path.join(folder, 'traces');
  const env = {
    NACD_MODE: 'always', NACD_STRATEGY: 'reverse', NACD_UNSUPPORTED_REVERSE_TASKS: '3', NACD_UNSUPPORTED_REVERSE_FOLLOWING: '2',
    NACD_MAX_DELAY: '5', NACD_UNSUPPORTED_STALLS: '0', NACD_QUIET: '1', NACD_TRACE: traces,
  };
  const args = ['-r', root, 'app.js', path.join(folder, 'made'), 'main'];
  const { stderr, status } = await execute(process.execPath, args, { env, cwd: folder });
  assert.deepEqual([stderr, status], ['', 0]);
  const heldIn = ({ operations }) => operations.filter(({ delay }) => delay !== undefined)
    .map(({ name, phase }) => `${name.split('@')[0].replace(/\(.*\)/, '')} ${phase}`);
  const all = readTraces(traces);
  const main = all.find(({ header }) => header.argv.includes('main'));
  assert.deepEqual(heldIn(main), []);
  const others = all.filter((trace) => trace !== main).map(heldIn);
  assert.deepEqual(others, [['fs.rename action'], ['fs.rename action']]);
});

test('a call whose look is held is not held again where any look begins a group', async (t) => {
  const folder = temporaryFolder(t, 'nacd-looks-');
  const traces = path.join(folder, 'traces');
  require('node:fs').writeFileSync(path.join(folder, 'app.js'), "require('fs').readFile(__filename, () => {})");
  const env = {
    NACD_MODE: 'always', NACD_STRATEGY: 'reverse', NACD_UNSUPPORTED_REVERSE_TASKS: '1', NACD_MAX_DELAY: '5', NACD_UNSUPPORTED_STALLS: '0',
    NACD_QUIET: '1', NACD_TRACE: traces,
  };
  const { stderr, status } = await execute(process.execPath, ['-r', root, 'app.js'], { env, cwd: folder });
  assert.deepEqual([stderr, status], ['', 0]);
  const [{ operations }] = readTraces(traces);
  const held = operations.filter(({ delay }) => delay !== undefined).map(({ name, phase }) => `${name.split('/').at(-1)} ${phase}`);
  assert.deepEqual(held, ['fs.read#1 worker']);
});

// A worker and a child say that they have begun a job, and do it then.
const JOBS = `
  const fs = require('node:fs');
  const { isMainThread, parentPort, Worker } = require('node:worker_threads');
  const { fork } = require('node:child_process');
  const [,, dir, main] = process.argv;
  const job = (name) => { fs.rename(dir + name, dir + name + '.new', () => {}); };
  if (main) {
    for (const name of ['main', 'worker', 'child']) fs.mkdirSync(dir + name, { recursive: true });
    setTimeout(() => job('main'), 1);
    new Worker(__filename, { argv: [dir] }).postMessage('job');
    fork(__filename, [dir]).send('job');
  } else if (isMainThread) process.once('message', () => { job('child'); process.disconnect(); });
  else parentPort.once('message', () => job('worker'));
`;

test('where looks are late, a change that follows begins a group in workers and children only', async (t) => {
  const folder = temporaryFolder(t, 'nacd-jobs-');
  require('node:fs').writeFileSync(path.join(folder, 'app.js'), JOBS);
  const traces = path.join(folder, 'traces');
  const env = {
    NACD_MODE: 'always', NACD_STRATEGY: 'reverse', NACD_UNSUPPORTED_REVERSE_TASKS: '1', NACD_MAX_DELAY: '5', NACD_UNSUPPORTED_STALLS: '0',
    NACD_QUIET: '1', NACD_TRACE: traces,
  };
  const args = ['-r', root, 'app.js', path.join(folder, 'made-'), 'main'];
  const { stderr, status } = await execute(process.execPath, args, { env, cwd: folder });
  assert.deepEqual([stderr, status], ['', 0]);
  const changes = readTraces(traces).flatMap(({ operations }) => operations)
    .filter(({ phase, name }) => phase === 'action' && name.includes('/fs.rename#1'));
  const held = changes.map(({ name, delay }) => [/made-([a-z]+)/.exec(name)?.[1] ?? name, delay !== undefined]);
  assert.deepEqual(held.sort(), [['child', true], ['main', false], ['worker', true]]);
});
