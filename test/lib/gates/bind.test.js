'use strict';
// Gates belong to a test: it or its hooks set them, and they are gone after it, also if it fails or times out.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { installed } = require('../../support/installed.js');
const { PRELOAD, execute, root } = require('./support.js');

const FIXTURES = path.join(__dirname, '..', '..', 'fixtures', 'gates');
const FAILING = ['fails while gated', 'deadlock', 'unreached', 'times out'];
const PASSING = ['natural', 'gated', 'gone', 'gated in a hook', 'gone after the hook', 'gone after the limit'];

function titlesIn(output, marks) {
  const lines = output.split('\n').map((line) => new RegExp(`^\\s*(?:${marks})\\s*(.*?)\\s*(?:\\([0-9.]+ ?ms\\)|[0-9]+ ?ms)?$`).exec(line)?.[1]);
  return [...FAILING, ...PASSING].filter((title) => lines.includes(title));
}

function check(output, { passed = '✔|✓|ok [0-9]+ -', failed = '✖|✕|×|not ok [0-9]+ -|[0-9]+\\)' } = {}) {
  assert.deepEqual(titlesIn(output, passed).sort(), [...PASSING].sort(), output);
  assert.deepEqual(titlesIn(output, failed).sort(), [...FAILING].sort(), output);
  assert.match(output, /deadlock: every operation that could continue is held at a closed gate/);
  assert.match(output, /no operation matched fs\.lstat@work\.js:8/);
  assert.match(output, /fs\.stat callback {2}.*work\.js:8:6/);
}

// Copies the fixtures beside the packages of the runner, where a program would have its tests.
function besidePackages(suite, packages) {
  const folder = installed(suite, packages);
  const tests = path.join(folder, 'gates');
  fs.cpSync(FIXTURES, tests, { recursive: true });
  const own = path.join(folder, 'node_modules', 'nacd-native');
  fs.rmSync(own, { force: true });
  fs.symlinkSync(root, own);
  return { tests, bin: (file) => path.join(folder, 'node_modules', file) };
}

const env = { NODE_OPTIONS: `-r ${PRELOAD}`, CI: '1', NO_COLOR: '1' };

test('node --test', async () => {
  const { stdout } = await execute(['-r', PRELOAD, '--test', path.join(FIXTURES, 'node.test.js')]);
  check(stdout);
});
test('node --test with ES modules', async () => {
  const { stdout } = await execute(['--import', PRELOAD, '--test', path.join(FIXTURES, 'node-import.test.mjs')]);
  check(stdout);
});
test('a test file of node:test by itself', async () => {
  const { stdout } = await execute(['--import', PRELOAD, path.join(FIXTURES, 'node-import.test.mjs')]);
  check(stdout);
});
test('mocha', async () => {
  const { tests, bin } = besidePackages('mocha', { mocha: '11.7.5' });
  const { stdout, stderr } = await execute([bin('mocha/bin/mocha.js'), '-r', 'nacd-native/gates', 'mocha.js'], { cwd: tests });
  check(stdout + stderr);
});
test('jest', async () => {
  const { tests, bin } = besidePackages('jest', { jest: '30.2.0' });
  const args = [bin('jest/bin/jest.js'), '--rootDir', '.', '--ci', '-i', '--config', '{"testEnvironment":"node"}', 'jest.test.js'];
  const { stdout, stderr } = await execute(args, { cwd: tests, env });
  check(stdout + stderr);
});
for (const pool of ['forks', 'threads']) {
  test(`vitest with ${pool}`, async () => {
    const { tests, bin } = besidePackages('vitest', { vitest: '3.2.4' });
    const args = [bin('vitest/vitest.mjs'), 'run', '--pool', pool, '--root', '.', 'vitest.test.mjs'];
    const { stdout, stderr } = await execute(args, { cwd: tests, env });
    check(stdout + stderr);
  });
}
