// Limits of time under the virtual clock.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture, preload, run } from './support.mjs';

const { installed } = createRequire(import.meta.url)('../../support/installed.js');
const delays = { NACD_MODE: 'always', NACD_MIN_DELAY: '300', NACD_MAX_DELAY: '300' };

function mocha(...args) {
  const program = join(installed('mocha', { mocha: '11.7.5' }), 'node_modules', 'mocha', 'lib', 'cli', 'cli.js');
  return run(program, { args: [...args, fixture('slow.spec.js')], env: delays, nodeArgs: [] });
}

test('a test runner\'s limit does not count delays', async () => {
  const { code, stdout, ms } = await mocha();
  assert.equal(code, 0, stdout);
  assert.ok(ms < 30_000, `${ms} ms`);
});

test('a test runner\'s limit does not count stalls', async () => {
  const program = join(installed('mocha', { mocha: '11.7.5' }), 'node_modules', 'mocha', 'lib', 'cli', 'cli.js');
  const env = { NACD_MODE: 'always', NACD_MAX_DELAY: '500', NACD_UNSUPPORTED_PROBABILITY: '0', NACD_UNSUPPORTED_STALLS: '0.5' };
  const { code, stdout, events } = await run(program, { args: [fixture('turns.spec.js')], env });
  const stalled = events.filter(({ phase, type, delay }) => phase === 'stall' && type === undefined && delay > 0);
  const ms = stalled.reduce((sum, { delay }) => sum + delay, 0);
  assert.ok(ms > 2000, `${ms} ms of stalls`);
  assert.equal(code, 0, stdout);
});

// A socket's time-out does not keep a loop alive, but what ends a loop that waits is that time-out: real waiting would
// have come to it as well.
test('with the clock skip timers that do not keep a loop alive take no time either', async () => {
  const { code, stdout, ms } = await run(fixture('idle-connection.js'), { env: { NACD_CLOCK: 'skip' } });
  assert.equal(code, 0);
  assert.equal(stdout, 'closed after 60 s\n');
  assert.ok(ms < 30_000, `${ms} ms`);
});

// mocha loads the preload itself, so it has taken the timers before.
test('a limit is for the real time where the program fakes its clock', async () => {
  const program = join(installed('mocha', { mocha: '11.7.5' }), 'node_modules', 'mocha', 'lib', 'cli', 'cli.js');
  const fake = join(installed('fake-timers', { '@sinonjs/fake-timers': '15.5.0' }), 'node_modules/@sinonjs/fake-timers');
  const args = ['-r', preload, '--exit', fixture('faked.spec.js')];
  const { code, stdout, ms } = await run(program, { args, plain: true, env: { FAKE_TIMERS: fake, NACD_CLOCK: 'real' } });
  assert.equal(code, 1);
  assert.match(stdout, /Timeout of 1000ms exceeded/);
  assert.ok(ms < 15_000, `${ms} ms`);
});

test('delays do not count for a limit of node:test, where timers are not watched for anything else either', async () => {
  const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '60', NACD_MAX_DELAY: '60', NACD_UNSUPPORTED_STALLS: '0', NACD_TRACE: '' };
  const engines = [{ NACD_ENGINE: 'both', NACD_CLOCK: 'virtual' }, { NACD_ENGINE: 'api', NACD_CLOCK: 'real' }];
  await Promise.all(engines.map(async (engine) => {
    const { code, stdout } = await run(fixture('limited.test.js'), { env: { ...always, ...engine } });
    assert.equal(code, 0, stdout);
  }));
});

// On a loaded machine the test's own time may be over, too: one run of several passes then, and none did before.
test('a short limit of node:test waits for more than twenty times its length', async () => {
  const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '500', NACD_MAX_DELAY: '500', NACD_UNSUPPORTED_STALLS: '0' };
  for (let attempt = 1; attempt <= 20; attempt++) {
    const { code, stdout } = await run(fixture('short-limit.test.js'), { env });
    if (code === 0) return;
    assert.ok(attempt < 20, stdout);
  }
});

// A runner that is loaded by the program, as tape, brittle and tap are, and a program that deflates `times` times.
function loaded(t, limit, times) {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-limits-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const runner = join(folder, 'node_modules', 'brittle');
  mkdirSync(runner, { recursive: true });
  writeFileSync(join(runner, 'index.js'), 'exports.limit = (ms) => setTimeout(() => process.exit(1), ms).unref();\n');
  const program = join(folder, 'program.js');
  writeFileSync(program, `require('brittle').limit(${limit});\n`
    + `const next = (n) => n > 0 && require('zlib').deflate('a', () => next(n - 1));\nnext(${times});\n`);
  return program;
}

test('delays do not count for the limit of a runner that the program loads', async (t) => {
  const { code } = await run(loaded(t, 1000, 10), { env: { ...delays, NACD_UNSUPPORTED_STALLS: '0' } });
  assert.equal(code, 0);
});

// On a loaded machine the test's own time may be over, too: one run of several passes then, and none did before.
test('a short limit of such a runner waits for more than twenty times its length, and bounds the delays', async (t) => {
  const program = loaded(t, 150, 40);
  for (let attempt = 1; attempt <= 20; attempt++) {
    const { code } = await run(program, { env: { ...delays, NACD_UNSUPPORTED_STALLS: '0' } });
    if (code === 0) return;
    assert.ok(attempt < 5, 'each run has exceeded its limit');
  }
});

test('the delays of a child with a time limit do not use it up', async () => {
  const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '60', NACD_MAX_DELAY: '60', NACD_UNSUPPORTED_STALLS: '0' };
  await Promise.all(['async', 'sync'].map(async (how) => {
    const { stdout, events } = await run(fixture('limited-child.js'), { args: [how], env: always });
    assert.equal(stdout.trim(), 'done');
    const waited = events.filter(({ phase, type }) => phase && type === undefined).map(({ delay }) => delay ?? 0);
    assert.ok(Math.max(...waited) === 60 && waited.filter((ms) => ms > 1).length > 20, 'delays are there');
  }));
});

// In real time a wait ends late, and both are due.
test('a limit that is as long as the longest delay is over before what is held that long', async () => {
  const env = { NACD_STRATEGY: 'reverse', NACD_MODE: 'always', NACD_MAX_DELAY: '40', NACD_CLOCK: 'real' };
  const { stdout } = await run(fixture('limit-as-long.js'), { env });
  assert.equal(stdout, 'limit\n'.repeat(10));
});
