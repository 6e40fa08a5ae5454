// The runs under a mode: what is preloaded, and which failures count.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fakeSuite } from './fake-suite.mjs';

// Breaks test-breaks.js under random and test-hangs.js under both modes.
const PRELOAD = `const { NACD_MODE: mode } = process.env;
  const name = require('path').basename(process.argv[1] ?? '');
  if (name === 'test-breaks.js' && mode === 'random') throw new Error('broken by the preload');
  if (name === 'test-hangs.js') setInterval(() => {}, 1000);
  globalThis.preloaded = mode;`;

const differing = ({ result }, mode) => result.modes[mode].differing.map(({ test: name, kind, outcome }) =>
  [name, kind, outcome]);

test('reports what passes plainly and fails under a mode, with the class and the last lines', async (t) => {
  const { run, write } = fakeSuite(t, {
    'parallel/test-breaks.js': '', 'parallel/test-fine.js': '', 'sequential/test-hangs.js': '',
    'parallel/test-fails-anyway.js': 'process.exit(1)',
  });
  write('preload.cjs', PRELOAD);
  const done = await run('--timeout', '2', '--retries', '1');
  const hangs = ['sequential/test-hangs.js', 'fails', 'timeout'];
  assert.deepEqual(differing(done, 'never'), [hangs]);
  assert.deepEqual(differing(done, 'random'), [['parallel/test-breaks.js', 'fails', 'exit 1'], hangs]);
  assert.equal(done.result.modes.never.percent, 66.66);
  assert.match(done.stdout, /mode random: 33.33 % \(1 of 3 plain-passing tests pass\)/);
  assert.match(done.stdout, /\| Error: broken by the preload/);
  assert.equal(done.status, 1);
});

test('an explained failure still counts in the percentage, but not in the exit status', async (t) => {
  const { run, write, file } = fakeSuite(t, { 'parallel/test-breaks.js': '', 'parallel/test-fine.js': '' });
  write('preload.cjs', PRELOAD);
  writeFileSync(file('expected.json'), JSON.stringify({
    'parallel/test-br*': { modes: ['random'], reason: 'it must' },
    'parallel/test-fine': { modes: ['random'], reason: 'out of date' },
  }));
  const { result, stdout, status } = await run('--mode', 'random');
  assert.deepEqual([result.modes.random.percent, result.modes.random.explained, status], [50, 1, 0]);
  assert.match(stdout, /test-breaks.js: exit 1, seed 1 \(explained: it must\)/);
  assert.match(stdout, /expected to differ but pass: parallel\/test-fine/);
});

test('separates a test that is flaky plainly from one that is unsteady under the mode', async (t) => {
  const failing = (runs) => `const file = __dirname + '/count-' + require('path').basename(__filename);
    const fs = require('fs'); fs.appendFileSync(file, 'x');
    if (${runs}.includes(fs.readFileSync(file).length)) process.exit(1)`;
  const { run, write } = fakeSuite(t, {
    'parallel/test-flaky.js': failing('[2, 3]'),
    'parallel/test-unsteady.js': failing('[2]'),
    'parallel/test-fine.js': '',
  });
  write('preload.cjs', '');
  const done = await run('--mode', 'never');
  assert.deepEqual(differing(done, 'never'), [['parallel/test-unsteady.js', 'unsteady', 'exit 1']]);
  assert.deepEqual(done.result.modes.never.flaky, ['parallel/test-flaky.js']);
  assert.equal(done.result.modes.never.counted, 2);
  assert.deepEqual((await run('--plain-only')).result.plain.outcomes, { pass: 2, flaky: 1 });
});

test('preloads the main process only, its children too with --node-options', async (t) => {
  const child = (wanted) => `const { execFileSync } = require('child_process');
    const inChild = execFileSync(process.execPath, ['-p', 'typeof preloaded'], { encoding: 'utf8' }).trim();
    if (globalThis.preloaded) require('assert').strictEqual(inChild, '${wanted}');`;
  const { run, write } = fakeSuite(t, {
    'parallel/test-main-only.js': child('undefined'), 'parallel/test-children.js': child('string'),
  });
  write('preload.cjs', PRELOAD);
  const bare = await run('--mode', 'never');
  assert.deepEqual(differing(bare, 'never'), [['parallel/test-children.js', 'fails', 'exit 1']]);
  const inherited = await run('--mode', 'never', '--node-options');
  assert.deepEqual(differing(inherited, 'never'), [['parallel/test-main-only.js', 'fails', 'exit 1']]);
  assert.deepEqual(differing(await run('--mode', 'empty'), 'empty'), []);
});

test('gives each run its seed, the variables asked for, and quiet', async (t) => {
  const { run, write, file } = fakeSuite(t, { 'parallel/test-a.js': '' });
  write('preload.cjs', `const { NACD_SEED, NACD_QUIET, NACD_MODE, NACD_MAX_DELAY } = process.env;
    const line = [NACD_MODE, NACD_SEED, NACD_QUIET, NACD_MAX_DELAY] + '\\n';
    if (process.argv[1]) require('fs').appendFileSync(__dirname + '/log', line)`);
  await run('--mode', 'random', '--runs', '3', '--seed', '7', '--env', 'NACD_MAX_DELAY=9');
  assert.equal(readFileSync(file('log'), 'utf8'), 'random,7,1,9\nrandom,8,1,9\nrandom,9,1,9\n');
});

test('against a baseline only what is new counts', async (t) => {
  const { run, write, file } = fakeSuite(t, { 'parallel/test-breaks.js': '', 'parallel/test-fine.js': '' });
  write('preload.cjs', PRELOAD);
  writeFileSync(file('before.json'), JSON.stringify((await run()).result));
  assert.equal((await run('--baseline', file('before.json'))).status, 0);
  write('preload.cjs', 'if (process.argv[1]?.includes("fine")) throw 1');
  const { status, stdout } = await run('--baseline', file('before.json'), '--mode', 'random');
  assert.equal(status, 1);
  assert.match(stdout, /1 new, 1 mended\n {2}new {5}parallel\/test-fine.js\n {2}mended {2}parallel\/test-breaks.js/);
});

test('a package is preloaded from below node_modules, with no more than it publishes', async (t) => {
  const { run, write, file } = fakeSuite(t, {
    'parallel/test-where.js': `if (!globalThis.preloaded) return;
      const [, folder] = process.execArgv;
      require('assert').match(folder, /node_modules.own-package$/);
      require('assert').deepStrictEqual(require('fs').readdirSync(folder).sort(), ['lib', 'package.json']);`,
  });
  write('own/package.json', JSON.stringify({ name: 'own-package', main: 'lib/main.js', files: ['lib', 'none'] }));
  write('own/lib/main.js', 'globalThis.preloaded = true;');
  write('own/other/file.js', '');
  const { result, status } = await run('--mode', 'never', '--preload', file('own'));
  assert.deepEqual([result.modes.never.passed, status], [1, 0]);
});
