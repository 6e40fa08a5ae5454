// The demos use a binary that is there, keep the compiler out of sight unless it fails, and leave a report.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { root, temporaryFolder } = require('../support/package.js');
const { platformName } = require('../../lib/options/platform.js');
const { makeFolder, nacd } = require('../support/cli.js');

const DEMO = path.join(root, 'scripts', 'lib', 'demo.mjs');

function call(text) {
  const program = `import * as demo from ${JSON.stringify(DEMO)}; ${text}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

// A package whose build prints a line of a compiler and ends with this status.
function packageWith(t, status) {
  const folder = temporaryFolder(t, 'nacd-demo-test-');
  fs.mkdirSync(path.join(folder, 'scripts'));
  const build = `console.log('g++ -c x.cc'); process.exitCode = ${status};`;
  fs.writeFileSync(path.join(folder, 'scripts', 'build.mjs'), build);
  return folder;
}

const provide = (folder) => call(`demo.provideAddon(${JSON.stringify(folder)}, () => {});`);

test('a demo in a fresh clone installs the packages of the build before it builds', (t) => {
  const folder = packageWith(t, 0);
  const installed = JSON.stringify(path.join(folder, 'installed'));
  const build = `if (!(await import('node:fs')).existsSync(${installed})) throw new Error('no packages');`;
  fs.writeFileSync(path.join(folder, 'scripts', 'build.mjs'), build);
  const { status, stderr } = call(`import { writeFileSync } from 'node:fs';
    demo.provideAddon(${JSON.stringify(folder)}, (where) => writeFileSync(${installed}, where));`);
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(fs.readFileSync(path.join(folder, 'installed'), 'utf8'), '.');
});

test('the lines of the compiler are shown if it fails', (t) => {
  const good = provide(packageWith(t, 0));
  assert.deepEqual([good.status, /g\+\+/.test(good.stdout + good.stderr)], [0, false], good.stderr);
  const bad = provide(packageWith(t, 1));
  assert.notEqual(bad.status, 0);
  assert.match(bad.stderr, /g\+\+ -c x\.cc/);
});

test('nothing is compiled where the published binary is there', (t) => {
  const folder = packageWith(t, 1);
  fs.mkdirSync(path.join(folder, 'prebuilds', platformName()), { recursive: true });
  fs.writeFileSync(path.join(folder, 'prebuilds', platformName(), 'nacd-native.node'), '');
  const { status, stdout, stderr } = provide(folder);
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});

test('the report stays, and its path is told', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  assert.equal((await nacd(['run', '--seed', '1', '--', 'node', 'race.js'], { cwd })).status, 1);
  const { status, stdout, stderr } = call(`demo.leaveReport(${JSON.stringify(cwd)});`);
  assert.equal(status, 0, stderr);
  const [, file] = /^The report: (.*)$/m.exec(stdout);
  assert.match(fs.readFileSync(file, 'utf8'), /<!doctype html>/i);
});
