'use strict';
// isStarter() of lib/preload/starters.js, in a process that seems to run another script.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { isStarter } = require('../../../lib/preload/starters.js');
const { temporaryFolder } = require('../../support/package.js');

/** Makes a script of a package. Returns its path. */
function script(t, { name, file, folder = path.join(temporaryFolder(t, 'nacd-starters-'), 'node_modules', name) }) {
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name }));
  fs.writeFileSync(path.join(folder, 'bin', file), '');
  return path.join(folder, 'bin', file);
}

function isStarterAs(t, file) {
  const { argv, execArgv } = process;
  t.after(() => Object.assign(process, { argv, execArgv }));
  process.argv = [process.execPath, file];
  process.execArgv = [];
  return isStarter();
}

test('a script of a package manager only starts others', (t) => {
  assert.equal(isStarterAs(t, script(t, { name: 'npm', file: 'npm-cli.js' })), true);
  assert.equal(isStarterAs(t, script(t, { name: 'c8', file: 'c8.js' })), true);
});

test('the file that a package hands to node is found through a link', (t) => {
  const target = script(t, { name: 'npm-run-all', file: 'cli.js' });
  const link = path.join(temporaryFolder(t, 'nacd-starters-'), 'run-s');
  fs.symlinkSync(target, link);
  assert.equal(isStarterAs(t, link), true);
});

test('a script of the same name in another package is a program', (t) => {
  assert.equal(isStarterAs(t, script(t, { name: 'my-server', file: 'cli.js' })), false);
});

test('a file of another name is a program without a look at its package', (t) => {
  assert.equal(isStarterAs(t, script(t, { name: 'npm', file: 'server.js' })), false);
});

test("a release of yarn in the project's own folder only starts others", (t) => {
  assert.equal(isStarterAs(t, '/project/.yarn/releases/yarn-4.1.0.cjs'), true);
  assert.equal(isStarterAs(t, '/project/bin/yarn-4.1.0.cjs'), false);
});

test('a starting program in the working directory is under development and is tested itself', (t) => {
  const folder = fs.realpathSync(temporaryFolder(t, 'nacd-starters-'));
  const file = script(t, { name: 'c8', file: 'c8.js', folder });
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(folder);
  assert.equal(isStarterAs(t, file), false);
  process.chdir(before);
  assert.equal(isStarterAs(t, file), true);
});
