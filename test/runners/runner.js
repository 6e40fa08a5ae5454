'use strict';
// Tests a real test runner under nacd-native: a suite without races passes, a failing one fails, and limits are kept.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, describe, test } = require('node:test');
const { execute, readTraces, root } = require('../src/hooks/harness.js');
const { installed } = require('../support/installed.js');
const { temporaryFolder } = require('../support/package.js');

const quoted = `-r ${root}`;

/**
 * `packages`: what npm has to install; `limits`, `chains`: whether there is a suite `limited`, `chained`; `helpers`:
 * names of operations of packages that the runner uses and that code under test may use, too. `command(bin, what)`
 * gives {args, env} for what = passing, failing, hanging, racing, limited or chained; bin(package, file) is the path of
 * a package's file.
 */
module.exports = function testRunner(name, options) {
  const { suite = name, packages = {}, command, status = 1, helpers, ...has } = options;
  describe(name, { concurrency: 2 }, () => {
    let folder;
    before(() => {
      folder = Object.keys(packages).length > 0 ? installed(suite, packages) : path.join(root, '.cache', `test-${suite}`);
      // The suites are beside the packages of the runner, where a program would have them.
      fs.mkdirSync(folder, { recursive: true });
      fs.cpSync(path.join(__dirname, '..', 'fixtures', 'runners', suite), path.join(folder, suite), { recursive: true });
      for (const file of ['checks.js', 'race.js', 'chain.js']) {
        fs.copyFileSync(path.join(__dirname, '..', 'fixtures', 'runners', file), path.join(folder, file));
      }
    });

    const run = async (t, what, settings) => {
      const trace = path.join(temporaryFolder(t, 'nacd-runner-'), 'trace');
      const bin = (one, file) => path.join(folder, 'node_modules', one, file);
      const { args, env } = command({ bin, what, preload: ['-r', root], NODE_OPTIONS: quoted });
      const defaults = { NACD_SEED: '1', NACD_MAX_DELAY: '40', NACD_TRACE: trace, CI: '1', NO_COLOR: '1' };
      const result = await execute(process.execPath, args, {
        cwd: path.join(folder, suite), env: { ...defaults, ...env, ...settings }, timeout: 120_000,
      });
      const operations = readTraces(trace).flatMap((one) => one.operations);
      return { ...result, operations, output: `${result.stdout}\n${result.stderr}` };
    };

    for (const mode of ['never', 'always', 'random']) {
      test(`a passing suite passes in mode ${mode}`, async (t) => {
        const { status: code, output, operations } = await run(t, 'passing', { NACD_MODE: mode });
        assert.equal(code, 0, output);
        const delayed = operations.filter(({ name: one, delay }) => /checks\.js/.test(one) && delay !== undefined);
        assert.equal(delayed.length > 0, mode !== 'never', 'what the suite does is delayed');
      });
    }
    test('a race in the code under test shows, and nothing of the runner is delayed', async (t) => {
      const plain = await run(t, 'racing', { NACD_MODE: 'never' });
      assert.equal(plain.status, 0, plain.output);
      const settings = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };
      const { status: code, output, operations } = await run(t, 'racing', settings);
      assert.equal(code, status, output);
      assert.match(output, /look/);
      const delayed = operations.filter(({ phase, delay }) => phase !== 'timer' && delay !== undefined);
      const foreign = delayed.map(({ name: one }) => one).filter((one) => !/race\.js/.test(one) && !helpers?.test(one));
      assert.deepEqual(foreign, []);
    });
    test('a failing suite fails', async (t) => {
      const { status: code, output } = await run(t, 'failing', { NACD_MODE: 'always' });
      assert.equal(code, status, output);
      assert.match(output, /wrong/);
    });
    // The test's work takes some milliseconds, a second on a busy machine. Its delays take longer than its limit.
    if (has.limits) {
      test('delays do not count for a limit', async (t) => {
        for (const engine of ['both', 'api']) {
          const settings = { NACD_MODE: 'always', NACD_MIN_DELAY: '60', NACD_MAX_DELAY: '80', NACD_ENGINE: engine };
          const { status: code, output } = await run(t, 'limited', settings);
          assert.equal(code, 0, output);
        }
      });
    }
    if (has.chains) {
      // The chain's own work takes seconds on a busy machine: the limit is far above that, and the delays above the
      // limit.
      test('a chain of delayed operations does not exceed a limit', async (t) => {
        const settings = { NACD_MODE: 'always', NACD_MIN_DELAY: '1000', NACD_MAX_DELAY: '2000', NACD_ENGINE: 'both' };
        const { status: code, output, operations } = await run(t, 'chained', settings);
        assert.equal(code, 0, output);
        const starts = operations.filter(({ name: one, phase }) => /^zlib.deflate.*chain\.js/.test(one) && phase === 'action');
        const delays = starts.map(({ delay }) => delay !== undefined);
        assert.ok(delays.includes(true) && delays.includes(false), 'only some of them are delayed');
      });
    }
    // This test hangs forever, so only the runner's own timer ends it.
    test("the runner's own timeout fires, and is not delayed", async (t) => {
      const { status: code, output, operations } = await run(t, 'hanging', { NACD_MODE: 'always', NACD_ENGINE: 'api' });
      assert.equal(code, status, output);
      assert.match(output, /tim(?:e|ed)[ -]?out|timeout/i);
      assert.deepEqual(operations.filter(({ phase, delay }) => phase === 'timer' && delay !== undefined), []);
    });
  });
};
