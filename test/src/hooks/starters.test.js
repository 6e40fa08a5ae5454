'use strict';
// Programs that only start others are left alone; what they start is not. Runs on every Node.js version.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { execute, readTraces, root } = require('./harness.js');

const STARTER = `
const { spawnSync } = require('node:child_process');
require('node:fs').stat('.', () => spawnSync(process.execPath, [process.argv[2]], { stdio: 'inherit' }));
`;
const STARTED = "require('node:fs').stat('.', () => console.log('started'));";

// Lays out {file: text} in `folder`.
function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

// Returns the programs that have a trace, by the names of their files.
async function traced(folder, args) {
  const traces = path.join(folder, 'traces');
  const env = { NACD_MODE: 'always', NACD_MAX_DELAY: '5', NACD_QUIET: '1', NACD_TRACE: traces };
  const { stdout, stderr, status } = await execute(process.execPath, ['-r', root, ...args], { env, cwd: folder });
  assert.deepEqual([stderr, status], ['', 0]);
  assert.match(stdout, /started/);
  return readTraces(traces).map(({ header }) => path.basename(header.argv[1] ?? '')).sort();
}

const installed = (name) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name }), [`node_modules/${name}/bin/npm-cli.js`]: STARTER,
});

test('an installed npm, by its file and by a link to it', async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  write(folder, { 'package.json': '{ "name": "app" }', 'app.js': STARTED, ...installed('npm') });
  assert.deepEqual(await traced(folder, ['node_modules/npm/bin/npm-cli.js', 'app.js']), ['app.js']);
  const link = temporaryFolder(t, 'nacd-starters-');
  write(link, { 'app.js': STARTED });
  fs.symlinkSync(path.join(folder, 'node_modules/npm/bin/npm-cli.js'), path.join(link, 'npm'));
  assert.deepEqual(await traced(link, ['npm', 'app.js']), ['app.js']);
});

test("a yarn that the project has in a folder of yarn's", async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  write(folder, { 'app.js': STARTED, '.yarn/releases/yarn-4.5.1.cjs': STARTER });
  assert.deepEqual(await traced(folder, ['.yarn/releases/yarn-4.5.1.cjs', 'app.js']), ['app.js']);
});

test("Corepack's yarn, which is one file", async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  write(folder, { 'app.js': STARTED, 'corepack/v1/yarn/4.5.1/yarn.js': STARTER, 'own/yarn/4.5.1/yarn.js': STARTER });
  assert.deepEqual(await traced(folder, ['corepack/v1/yarn/4.5.1/yarn.js', 'app.js']), ['app.js']);
  fs.rmSync(path.join(folder, 'traces'), { recursive: true });
  assert.deepEqual(await traced(folder, ['own/yarn/4.5.1/yarn.js', 'app.js']), ['app.js', 'yarn.js']);
});

test('the thread that loads modules for the program', async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  write(folder, {
    'app.mjs': "import fs from 'node:fs'; fs.stat('.', () => console.log('started'));",
    'register.mjs': "import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);",
    'hooks.mjs': `
      import { readFile } from 'node:fs/promises';
      export async function load(url, context, next) {
        await readFile(new URL(import.meta.url));
        return next(url, context);
      }`,
  });
  assert.deepEqual(await traced(folder, ['--no-warnings', '--import', './register.mjs', 'app.mjs']), ['app.mjs']);
});

test('not a program of the same name in another package, nor npm where it is worked on', async (t) => {
  const other = temporaryFolder(t, 'nacd-starters-');
  write(other, { 'app.js': STARTED, ...installed('other') });
  const both = ['app.js', 'npm-cli.js'];
  assert.deepEqual(await traced(other, ['node_modules/other/bin/npm-cli.js', 'app.js']), both);
  const own = temporaryFolder(t, 'nacd-starters-');
  write(own, { 'package.json': '{ "name": "npm" }', 'app.js': STARTED, 'bin/npm-cli.js': STARTER });
  assert.deepEqual(await traced(own, ['bin/npm-cli.js', 'app.js']), both);
});

test('node --test, but where it runs the tests itself', async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  const file = "require('node:test')('started', (t, done) => require('node:fs').stat('.', done));";
  write(folder, { 'a.test.js': file, 'b.test.js': file });
  assert.deepEqual(await traced(folder, ['--test', 'a.test.js', 'b.test.js']), ['a.test.js', 'b.test.js']);
  if (!process.allowedNodeEnvironmentFlags.has('--test-isolation')) return;
  fs.rmSync(path.join(folder, 'traces'), { recursive: true });
  assert.equal((await traced(folder, ['--test', '--test-isolation=none', 'a.test.js'])).length, 1);
});

test("slow children are those of the program, not the runner's", async (t) => {
  const folder = temporaryFolder(t, 'nacd-starters-');
  const file = `
    const { execFile, spawnSync } = require('node:child_process');
    const { appendFileSync } = require('node:fs');
    const told = (who, clock) => appendFileSync('clocks', who + ' ' + clock.trim() + '\\n');
    const script = ['-p', 'process.env.NACD_CLOCK'];
    require('node:test')('starts children', (_, done) => {
      told('waited for', String(spawnSync(process.execPath, script).stdout));
      execFile(process.execPath, script, (error, stdout) => {
        told('child', stdout);
        done(error);
      });
    });
    told('file', String(process.env.NACD_CLOCK));
  `;
  write(folder, { 'a.test.js': file });
  const env = { NACD_UNSUPPORTED_SLOW_CHILDREN: '1', NACD_QUIET: '1' };
  const { stdout, status } = await execute(process.execPath, ['-r', root, '--test', 'a.test.js'], { env, cwd: folder });
  assert.equal(status, 0, stdout);
  const clocks = fs.readFileSync(path.join(folder, 'clocks'), 'utf8').trim().split('\n');
  assert.deepEqual(clocks, ['file undefined', 'waited for undefined', 'child real']);
});
