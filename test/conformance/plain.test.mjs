// The plain runs: what the runner takes for passing, and how it starts a test.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fakeSuite } from './fake-suite.mjs';

const outcomes = ({ result }) => result.plain.outcomes;

test('tells passing, failing, crashing, hanging and self-skipping tests apart', async (t) => {
  const { run } = fakeSuite(t, {
    'parallel/test-pass.js': '',
    'parallel/test-pass.mjs': 'await 0;',
    'parallel/sub/test-deep.js': '',
    'parallel/not-a-test.js': 'process.exit(9)',
    'parallel/test-fail.js': 'process.exit(3)',
    'parallel/test-crash.js': 'process.kill(process.pid, "SIGSEGV"); setTimeout(() => {}, 9999)',
    'parallel/test-hang.js': 'setInterval(() => {}, 1000)',
    'parallel/test-skip.js': 'console.log("1..0 # Skipped: no reason")',
    'internet/test-left-out.js': '',
  });
  const done = await run('--plain-only', '--timeout', '3');
  assert.deepEqual(outcomes(done), { 'pass': 3, 'exit 3': 1, 'signal SIGSEGV': 1, 'timeout': 1, 'skip': 1 });
  assert.equal(done.status, 0);
});

test('honours flags, variables and the status file, and hides its own environment', async (t) => {
  const { run } = fakeSuite(t, {
    'parallel/test-flags.js': `// Copyright
      // Flags: --expose-internals --no-warnings
      require('internal/util'); require('assert')(process.execArgv.includes('--no-warnings'))`,
    'parallel/test-env.js': `// Env: A=1 B=x=y
      const { A, B, NODE_OPTIONS, NODE_TEST_CONTEXT, TEST_PARALLEL } = process.env;
      require('assert').deepStrictEqual([A, B, NODE_OPTIONS, NODE_TEST_CONTEXT, TEST_PARALLEL],
        ['1', 'x=y', undefined, undefined, '1'])`,
    'parallel/test-cwd.js': 'require("assert")(require("fs").existsSync("test/common/index.js"))',
    'parallel/test-skipped-by-status.js': 'process.exit(1)',
    'parallel/parallel.status':
      'prefix parallel\n[true]\ntest-skipped*: SKIP # why\n[$system==nowhere]\ntest-env: SKIP\n',
  });
  const done = await run('--plain-only');
  assert.deepEqual(outcomes(done), { pass: 3 });
  assert.equal(done.result.plain.skippedByStatusFile, 1);
});

test('gives tests at the same time their own folder, and runs sequential ones alone', async (t) => {
  const record = `const fs = require('fs');
    const { TEST_THREAD_ID, NODE_TEST_DIR, TMPDIR, NODE_COMMON_PORT } = process.env;
    const log = (what) => fs.appendFileSync(__dirname + '/../log', what + '\\n');
    fs.writeFileSync(TMPDIR + '/mine', '', { flag: 'wx' });
    log([__filename, 'start', NODE_TEST_DIR, NODE_COMMON_PORT].join());
    setTimeout(() => { fs.unlinkSync(TMPDIR + '/mine'); log([__filename, 'end'].join()); }, 200)`;
  const { run, file } = fakeSuite(t, {
    'parallel/test-a.js': record, 'parallel/test-b.js': record, 'parallel/test-c.js': record,
    'sequential/test-d.js': record, 'sequential/test-e.js': record,
  });
  assert.deepEqual(outcomes(await run('--plain-only', '--jobs', '3')), { pass: 5 });
  const log = readFileSync(file('source/test/log'), 'utf8').trim().split('\n').map((line) => line.split(','));
  const places = log.filter(([name, what]) => what === 'start' && name.includes('parallel'));
  assert.equal(new Set(places.map(([, , folder]) => folder)).size, 3);
  assert.equal(new Set(places.map(([, , , port]) => port)).size, 3);
  assert.deepEqual(log.slice(-4).map(([, what]) => what), ['start', 'end', 'start', 'end']);
});

test('runs plainly only what the cache does not hold, and again when the test has changed', async (t) => {
  const count = (n) => `require('fs').appendFileSync(__dirname + '/../count', '${n}')`;
  const { run, write, file } = fakeSuite(t, { 'parallel/test-a.js': count(1), 'parallel/test-b.js': count(2) });
  const counted = () => [...readFileSync(file('source/test/count'), 'utf8')].sort().join('');
  await run('--plain-only', '--filter', 'test-a');
  await run('--plain-only');
  assert.equal(counted(), '12');
  write('source/test/parallel/test-a.js', `${count(3)} // changed`);
  assert.deepEqual(outcomes(await run('--plain-only')), { pass: 2 });
  assert.equal(counted(), '123');
  await run('--plain-only', '--refresh');
  assert.equal(counted(), '12233');
});

test('leaves no process behind, neither in the group nor detached from it', async (t) => {
  const { run, file } = fakeSuite(t, {
    'parallel/test-leaves.js': `const { spawn } = require('child_process');
      const late = (name) => 'setTimeout(() => fs.writeFileSync(process.argv[1], ""), 2000)';
      for (const detached of [false, true])
        spawn(process.execPath, ['-e', late(), __dirname + '/../late-' + detached], { detached, stdio: 'inherit' });
      setInterval(() => {}, 1000)`,
  });
  assert.deepEqual(outcomes(await run('--plain-only', '--timeout', '1')), { timeout: 1 });
  await new Promise((resolve) => { setTimeout(resolve, 2500); });
  assert.deepEqual([false, true].map((kind) => existsSync(file(`source/test/late-${kind}`))), [false, false]);
});

test('interrupted, it reports what it has and kills what runs', async (t) => {
  const { start, file } = fakeSuite(t, {
    'parallel/test-a.js': '',
    'parallel/test-b.js': `require('fs').writeFileSync(__dirname + '/../pid', '' + process.pid);
      setInterval(() => {}, 99)`,
  });
  const child = start('--plain-only', '--jobs', '1');
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => { setTimeout(resolve, 20); });
  };
  await until(() => existsSync(file('source/test/pid')) && readFileSync(file('source/test/pid'), 'utf8') !== '');
  child.kill('SIGTERM');
  const [status] = await new Promise((resolve) => { child.on('close', (...args) => resolve(args)); });
  assert.equal(status, 130);
  const result = JSON.parse(readFileSync(file('out.json'), 'utf8'));
  assert.deepEqual([result.interrupted, result.plain.outcomes], [true, { pass: 1 }]);
  const pid = Number(readFileSync(file('source/test/pid'), 'utf8'));
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
