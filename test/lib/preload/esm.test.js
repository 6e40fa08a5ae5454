'use strict';
// likelyImports() of lib/preload/esm.js, in a process that seems to have been started in another way.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Worker } = require('node:worker_threads');

const { likelyImports } = require('../../../lib/preload/esm.js');
const { temporaryFolder } = require('../../support/package.js');

/** Returns what likelyImports() says in a process with these arguments. */
function startedAs(t, { file, flags = [], nodeOptions }) {
  const { argv, execArgv, env: { NODE_OPTIONS } } = process;
  t.after(() => {
    Object.assign(process, { argv, execArgv });
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = NODE_OPTIONS;
  });
  process.argv = file === undefined ? [process.execPath] : [process.execPath, file];
  process.execArgv = flags;
  if (nodeOptions === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = nodeOptions;
  return likelyImports();
}

function project(t, packageJson) {
  const folder = temporaryFolder(t, 'nacd-esm-');
  fs.mkdirSync(path.join(folder, 'src'));
  if (packageJson !== undefined) fs.writeFileSync(path.join(folder, 'package.json'), packageJson);
  fs.writeFileSync(path.join(folder, 'src', 'main.js'), '');
  return path.join(folder, 'src', 'main.js');
}

test('the extension decides before the package does', (t) => {
  assert.equal(startedAs(t, { file: '/nowhere/a.mjs' }), true);
  assert.equal(startedAs(t, { file: '/nowhere/a.cjs' }), false);
});

test('the nearest package.json above the file decides', (t) => {
  assert.equal(startedAs(t, { file: project(t, '{"type":"module"}') }), true);
  assert.equal(startedAs(t, { file: project(t, '{"type":"commonjs"}') }), false);
  assert.equal(startedAs(t, { file: project(t, '{}') }), false);
});

test('a broken package.json and a missing file are left to Node', (t) => {
  assert.equal(startedAs(t, { file: project(t, '{') }), false);
  assert.equal(startedAs(t, { file: '/nowhere/a.js' }), false);
  assert.equal(startedAs(t, {}), false);
});

test('flags that import modules count wherever they are given', (t) => {
  const file = project(t, '{}');
  assert.equal(startedAs(t, { file, flags: ['--import', './a.mjs'] }), true);
  assert.equal(startedAs(t, { file, flags: ['--import=./a.mjs'] }), true);
  assert.equal(startedAs(t, { file, nodeOptions: '--enable-source-maps --loader=./a.mjs' }), true);
  assert.equal(startedAs(t, { file, flags: ['--important'], nodeOptions: '--enable-source-maps' }), false);
});

test('a worker is known to import before its file runs', async (t) => {
  const folder = temporaryFolder(t, 'nacd-esm-');
  const probe = path.join(folder, 'probe.cjs');
  const module = JSON.stringify(require.resolve('../../../lib/preload/esm.js'));
  fs.writeFileSync(probe, `require(${module}).whenLikelyImports(() => { globalThis.imports = true; });`);
  const told = (name, source) => new Promise((resolve, reject) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, source);
    new Worker(file, { env: {}, execArgv: ['--require', probe] }).on('message', resolve).on('error', reject);
  });
  const post = 'parentPort.postMessage(globalThis.imports === true);';
  assert.equal(await told('a.mjs', `import { parentPort } from 'node:worker_threads'; ${post}`), true);
  assert.equal(await told('a.cjs', `const { parentPort } = require('node:worker_threads'); ${post}`), false);
});
