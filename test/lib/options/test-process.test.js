'use strict';
const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { isNodeTest, isTestRunner, limitsFiles } = require('../../../lib/options/test-process.js');

test('scripts of test runners', () => {
  for (const script of ['/a/node_modules/mocha/bin/mocha.js', '/a/node_modules/.bin/_mocha', '/a/node_modules/jest-worker/x.js',
    '/a/node_modules/x/node_modules/@vitest/runner/a.js', '/a/node_modules/.bin/lab']) assert.equal(isTestRunner(script), true, script);
});

test('scripts of other programs', () => {
  for (const script of ['/a/mocha/bin/mocha.js', '/a/node_modules/express/index.js', '/a/node_modules/mocha/node_modules/x/a.js',
    '/a/node_modules/.bin/test', '/a/node_modules/.bin/c8']) {
    assert.equal(isTestRunner(script), false, script);
  }
  assert.equal(isTestRunner(null), false);
});

test('a runner whose process gives each test file a time limit', () => {
  assert.equal(limitsFiles('/a/node_modules/.bin/tap'), true);
  assert.equal(limitsFiles('/a/node_modules/.bin/mocha'), false);
  assert.equal(limitsFiles('/a/test/file.js'), false);
});

const FILE = path.join(__dirname, '../../../lib/options/test-process.js');

function isStarter(execArgv, env = {}, script = '') {
  const source = `process.execArgv.push(...${JSON.stringify(execArgv)}); const {isTestStarter} = require(process.argv[1]); process.argv[1] = process.argv[2]; console.log(isTestStarter())`;
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  return spawnSync(process.execPath, ['-e', source, FILE, script], { env: { ...inherited, ...env }, encoding: 'utf8' }).stdout.trim();
}

test('the process of node --test that starts the others', () => {
  assert.equal(isStarter(['--test']), 'true');
  assert.equal(isStarter([]), 'false');
  assert.equal(isStarter(['--test', '--test-isolation=none']), 'false');
  assert.equal(isStarter(['--test', '--test-isolation', 'none']), 'false');
  assert.equal(isStarter(['--test'], { NODE_OPTIONS: '--no-warnings' }), 'true');
  assert.equal(isStarter(['--test'], { NODE_TEST_CONTEXT: 'child-v8' }), 'false');
  assert.equal(isStarter([], {}, '/a/node_modules/borp/borp.js'), 'true');
  assert.equal(isStarter([], {}, '/a/node_modules/.bin/mocha'), 'false');
});

test('a process that has Node.js start each file of tests', { skip: process.platform !== 'linux' }, () => {
  const started = (...args) => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
    const found = isNodeTest(child.pid);
    child.kill('SIGKILL');
    return found;
  };
  assert.equal(started('/a/node_modules/borp/borp.js'), true);
  assert.equal(started('/a/node_modules/.bin/borp'), true);
  assert.equal(started('/a/borp/borp.js'), false);
});

test('a file of tests that a runner starts runs tests, and what it starts does not', { skip: process.platform !== 'linux' }, (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-starter-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const starter = path.join(folder, 'node_modules/tap/bin/run.js');
  fs.mkdirSync(path.dirname(starter), { recursive: true });
  const says = `console.log(require(${JSON.stringify(FILE)}).runsTests())`;
  const starts = (source) => `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(source)}], { stdio: 'inherit' })`;
  fs.writeFileSync(starter, starts(`${says}; ${starts(says)}`));
  const { NODE_TEST_CONTEXT, TAP, ...env } = process.env;
  const told = (more) => spawnSync(process.execPath, [starter], { env: { ...env, ...more }, encoding: 'utf8' }).stdout.split('\n');
  assert.deepEqual(told({ TAP: '1' }), ['true', 'false', '']);
  assert.deepEqual(told({}), ['false', 'false', '']);
});
