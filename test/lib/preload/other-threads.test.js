'use strict';
// --reverse-tasks: what is held in the program's main thread, in workers and in children.
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
    NACD_MODE: 'always', NACD_STRATEGY: 'reverse', NACD_REVERSE_TASKS: '3', NACD_REVERSE_FOLLOWING: '2',
    NACD_MAX_DELAY: '5', NACD_STALLS: '0', NACD_QUIET: '1', NACD_TRACE: traces,
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
    NACD_MODE: 'always', NACD_STRATEGY: 'reverse', NACD_REVERSE_TASKS: '1', NACD_MAX_DELAY: '5', NACD_STALLS: '0',
    NACD_QUIET: '1', NACD_TRACE: traces,
  };
  const { stderr, status } = await execute(process.execPath, ['-r', root, 'app.js'], { env, cwd: folder });
  assert.deepEqual([stderr, status], ['', 0]);
  const [{ operations }] = readTraces(traces);
  const held = operations.filter(({ delay }) => delay !== undefined).map(({ name, phase }) => `${name.split('/').at(-1)} ${phase}`);
  assert.deepEqual(held, ['fs.read#1 worker']);
});
