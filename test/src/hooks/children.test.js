'use strict';
// Node processes and threads that a program starts, however it does. Runs on every Node.js version.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');
const { quoted } = require('../../../lib/options/node-options.js');
const { temporaryFolder } = require('../../support/package.js');
const { assertDelayed, execute, fixture, inEveryMode, readTraces, root, run } = require('./harness.js');

const program = fs.readFileSync(fixture('started-by.js'), 'utf8');
const ways = [...program.matchAll(/^ {2}(?:'([^']+)'|(\w+)): \(\) =>/gm)].map(([, quoted, word]) => quoted ?? word);

describe('started', { concurrency: 2 }, () => {
  for (const way of ways) {
    test(way, async (t) => {
      const options = { args: [way], env: { FOLDER: temporaryFolder(t, 'nacd cwd ') } };
      const [plain, always] = await Promise.all([
        run(t, 'started-by.js', { ...options, mode: 'plain' }),
        run(t, 'started-by.js', options),
      ]);
      assert.deepEqual([plain.stdout, plain.stderr, plain.status], ['stat null true\n', '', 0]);
      assert.deepEqual([always.stdout, always.stderr, always.status], ['stat null true\n', '', 0]);
      assertDelayed(always.operations, 'fs.stat');
      assert.deepEqual(new Set(always.traces.map(({ header }) => header.seed)), new Set([1]));
    });
  }
});

test("a worker's execArgv is what the program gave", async (t) => {
  const { plain } = await inEveryMode(t, 'exec-argv.js');
  assert.equal(plain.stdout.split('\n').filter((line) => line === '["--no-warnings"]').length, 3);
});

test('without addons they run as they would', async (t) => {
  const expected = ['undefined child \nworker\n0\n', ''];
  const { plain } = await inEveryMode(t, 'without-addons.js');
  assert.deepEqual([plain.stdout, plain.stderr], expected);
  // As under nacd run: what they inherit preloads them.
  const env = { NODE_OPTIONS: `--require ${quoted(path.join(root, 'lib', 'index.js'))}` };
  const inherited = await run(t, 'without-addons.js', { env });
  assert.deepEqual([inherited.stdout, inherited.stderr], expected);
});

test('a seed that was made up is that of the whole tree', async (t) => {
  const { traces } = await run(t, 'started-by.js', { args: ['a worker of a child'], env: { NACD_SEED: '', FOLDER: temporaryFolder(t, 'nacd-') } });
  assert.ok(traces.length >= 3);
  assert.equal(new Set(traces.map(({ header }) => header.seed)).size, 1);
});

test('from a folder with a space and a quote in its name', async (t) => {
  const home = path.join(temporaryFolder(t, 'nacd-'), `it's "here" \\ now`);
  fs.mkdirSync(home);
  for (const name of ['lib', 'build', 'model', 'package.json']) {
    if (name !== 'build') fs.cpSync(path.join(root, name), path.join(home, name), { recursive: true });
  }
  const addon = path.join('build', 'Release', 'nacd_native.node');
  fs.mkdirSync(path.dirname(path.join(home, addon)), { recursive: true });
  fs.copyFileSync(path.join(root, addon), path.join(home, addon));
  const trace = path.join(home, 'trace');
  const env = { NACD_MODE: 'always', NACD_MAX_DELAY: '5', NACD_TRACE: trace, FOLDER: home };
  const result = await execute(process.execPath, ['-r', home, fixture('started-by.js'), 'spawn'], { env });
  assert.deepEqual([result.stdout, result.stderr, result.status], ['stat null true\n', '', 0]);
  assert.equal(fs.readdirSync(trace).length, 2);
});

test("the program's own environment stays as it is", async (t) => {
  await inEveryMode(t, 'environment.js', { tell: ({ stdout, status }) => ({ stdout, status }) });
});

test('a child with a time limit does not skip its waiting', async (t) => {
  const env = { NACD_ENGINE: 'both', NACD_CLOCK: 'virtual' };
  const [plain, always] = await Promise.all([run(t, 'limited.js', { mode: 'plain' }), run(t, 'limited.js', { env })]);
  assert.match(plain.stdout, /^spawnSync ETIMEDOUT\nspawn SIGTERM\nexec true\n/);
  assert.deepEqual([always.stdout, always.stderr, always.status], [plain.stdout, '', 0]);
});

test('an env file decides on NODE_OPTIONS where the environment does not', async (t) => {
  const { plain } = await inEveryMode(t, 'env-file.js', { env: { FOLDER: temporaryFolder(t, 'nacd-') } });
  assert.match(plain.stdout, /^--no-warnings /);
});

const fresh = [...fs.readFileSync(fixture('new-environment.js'), 'utf8').matchAll(/^ {2}(?:'([^']+)'|(\w+))(?::|,)/gm)]
  .map(([, text, word]) => text ?? word);

describe('with an environment made anew', { concurrency: 2 }, () => {
  for (const way of fresh) {
    for (const mode of ['never', 'always']) {
      test(`${way}, mode ${mode}: the options of the parent, and nothing printed`, async (t) => {
        const env = { FILE: path.join(temporaryFolder(t, 'nacd-'), 'child.js'), NACD_QUIET: '' };
        const result = await run(t, 'new-environment.js', { args: [way], env, mode });
        assert.deepEqual([result.stdout, result.stderr], ['["stat\\n",""]\n', '']);
        if (mode === 'always') assertDelayed(result.operations, 'fs.stat', { cut: true });
        else assert.ok(result.operations.some(({ api, delay }) => api === 'fs.stat' && delay === undefined));
      });
    }
    // As under nacd run.
    test(`${way}: with the preload in NODE_OPTIONS`, async (t) => {
      const folder = temporaryFolder(t, 'nacd-');
      const env = {
        FILE: path.join(folder, 'child.js'), NACD_MODE: 'never', NACD_TRACE: path.join(folder, 'trace'),
        NODE_OPTIONS: `--require ${quoted(path.join(root, 'lib', 'index.js'))}`,
      };
      const { stdout } = await execute(process.execPath, [fixture('new-environment.js'), way], { env });
      assert.equal(stdout, '["stat\\n",""]\n');
      const operations = readTraces(env.NACD_TRACE).flatMap((one) => one.operations);
      assert.ok(operations.some(({ api }) => api === 'fs.stat'));
    });
  }
});

test('paths that are relative are those of the first process, in other folders too', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-');
  fs.writeFileSync(path.join(cwd, 'model.json'), '[]');
  fs.writeFileSync(path.join(cwd, 'schedule.json'), '{"format":1,"delays":[]}');
  const env = {
    NACD_MODEL: ['model.json', './model.json'].join(path.delimiter), NACD_SCHEDULE: 'schedule.json', NACD_TRACE: 'trace',
  };
  const { stdout, stderr } = await run(t, 'other-folders.js', { mode: 'replay', env, cwd });
  assert.deepEqual([stdout, stderr], ['spawn 0\nshell 0\nspawnSync 0\nenvironment 0\nworker 0\n', '']);
  assert.equal(fs.readdirSync(path.join(cwd, 'trace')).length, 6);
});

test("until its 'exit' a child that has ended can be sent signals, as a zombie", async (t) => {
  const { plain, always } = await inEveryMode(t, 'kill-ended.js', { env: { NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '100' } });
  assert.equal(plain.stdout, 'ENOENT false false\n0 null false true ESRCH\n');
  assert.ok(always.operations.some(({ phase, delay }) => phase === 'event' && delay === 100));
});

test('a worker sees the variables that the program gave, and has our options all the same', async (t) => {
  const { always } = await inEveryMode(t, 'worker-env.js');
  assert.equal(always.stdout, '{"A":"1"}\nexit 0\n');
  const accesses = always.operations.filter(({ api, phase }) => api === 'fs.access' && phase === 'callback');
  assert.deepEqual(accesses.map(({ delay }) => delay >= 20), [true]);
});

test('a worker of a worker with variables of its own has our options', async (t) => {
  const { always } = await inEveryMode(t, 'worker-of-worker.js');
  assert.equal(always.stdout, '{"A":"1"} false\nexit 0\nexit 0\n');
  const accesses = always.operations.filter(({ api, phase }) => api === 'fs.access' && phase === 'callback');
  assert.deepEqual(accesses.map(({ delay }) => delay >= 20), [true]);
});

test('process.execve with variables of its own keeps our options', { skip: !process.execve }, async (t) => {
  const { always } = await inEveryMode(t, 'exec.js', { env: { NODE_NO_WARNINGS: '1' } });
  const refused = "The argument 'env' must be an object with string keys and values without null bytes. Received";
  assert.equal(always.stdout, `${refused} { A: 1 }\n${refused} { A: 'a\\x00' }\nagain 1 undefined\n`);
  assert.equal(always.traces.length, 2);
  for (const api of ['fs.stat', 'fs.access']) {
    const seen = always.operations.filter((operation) => operation.api === api && operation.phase === 'callback');
    assert.deepEqual(seen.map(({ delay }) => delay >= 20), [true], api);
  }
});
