'use strict';
// Tests the cache of V8's compiled code of this package's modules. A process behaves the same with and without it.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Script } = require('node:vm');
const { root, temporaryFolder } = require('../support/package.js');

function copyOfPackage(t, name = 'nacd-code-') {
  const folder = temporaryFolder(t, name);
  fs.cpSync(path.join(root, 'lib'), path.join(folder, 'lib'), { recursive: true });
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  fs.mkdirSync(path.join(folder, 'build/Release'), { recursive: true });
  fs.copyFileSync(path.join(root, 'build/Release/nacd_native.node'), path.join(folder, 'build/Release/nacd_native.node'));
  return folder;
}

const PROGRAM = "require('fs').stat('.', () => console.log(Boolean(process[Symbol.for('nacd-native.installed')])))";

function run(folder, flags = []) {
  const result = spawnSync(process.execPath, [...flags, '-r', folder, '-e', PROGRAM], { encoding: 'utf8' });
  assert.deepEqual([result.stdout, result.stderr, result.status], ['true\n', '', 0]);
}

// Returns the files of the cache: the script of most modules, then the module that only a writer of the cache needs.
function kept(folder) {
  const [node, ...others] = fs.readdirSync(path.join(folder, '.cache/code'));
  assert.deepEqual(others, []);
  const place = path.join(folder, '.cache/code', node);
  const names = ['together', 'preload/own-code.js'];
  assert.deepEqual(fs.readdirSync(place, { recursive: true }).sort(), ['preload', ...names].sort());
  return names.map((name) => path.join(place, name));
}

test('code is kept once, and not written again', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const { ino, mtimeMs, size } = fs.statSync(file);
  assert.ok(size > 10_000, `${size} bytes`);
  for (const flags of [[], ['--no-opt'], ['--max-old-space-size=200']]) run(folder, flags);
  assert.equal(kept(folder)[0], file);
  assert.deepEqual([fs.statSync(file).ino, fs.statSync(file).mtimeMs], [ino, mtimeMs]);
});

test('V8 takes what was kept in a process that starts', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const all = fs.readFileSync(kept(folder)[0]);
  const start = all.indexOf('\n') + 1;
  const { name, sourceSize } = JSON.parse(all.toString('utf8', 0, start));
  const source = all.toString('utf8', start, start + sourceSize);
  const script = new Script(source, { filename: name, cachedData: all.subarray(start + sourceSize) });
  assert.equal(script.cachedDataRejected, false);
});

test('a changed file is compiled again', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const before = fs.statSync(file).mtimeMs; // no inode, because a second write may reuse it
  const changed = path.join(folder, 'lib/preload/install.js');
  const { atime, mtime } = fs.statSync(changed);
  const text = fs.readFileSync(changed, 'utf8');
  // The same length and time as before, because npm gives the files of all versions one time.
  const same = text.replace("'use strict';\n", "throw 'new'  \n");
  assert.equal(same.length, text.length);
  fs.writeFileSync(changed, same);
  fs.utimesSync(changed, atime, mtime);
  const { stderr, status } = spawnSync(process.execPath, ['-r', folder, '-e', PROGRAM], { encoding: 'utf8' });
  assert.match(stderr, /new/);
  assert.notEqual(status, 0);
  fs.writeFileSync(changed, text);
  run(folder);
  assert.notEqual(fs.statSync(file).mtimeMs, before);
});

test('an incomplete cache is replaced', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const whole = fs.readFileSync(file);
  for (const content of ['', '{', 'null\n', '[]\n', whole.subarray(0, whole.length / 2), Buffer.concat([whole, whole])]) {
    fs.writeFileSync(file, content);
    run(folder);
    assert.deepEqual(fs.readFileSync(file).length, whole.length);
    run(folder);
  }
});

test('a folder that cannot be written stays as it is', (t) => {
  const folder = copyOfPackage(t);
  fs.writeFileSync(path.join(folder, '.cache'), 'in the way');
  run(folder);
  assert.equal(fs.readFileSync(path.join(folder, '.cache'), 'utf8'), 'in the way');
});

test('a folder of any name', (t) => {
  const folder = copyOfPackage(t, 'nacd cödé-');
  run(folder);
  const [file] = kept(folder);
  const { ino } = fs.statSync(file);
  run(folder);
  assert.equal(fs.statSync(file).ino, ino);
});

test('a package that was moved is compiled again: V8 keeps the name of a script with its code', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const moved = path.join(temporaryFolder(t, 'nacd-moved-'), 'package');
  fs.renameSync(folder, moved);
  run(moved);
  const [header] = fs.readFileSync(kept(moved)[0], 'utf8').split('\n');
  assert.equal(JSON.parse(header).name, path.join(moved, 'lib/together'));
});

test('the permission model may allow the package alone', (t) => {
  const folder = copyOfPackage(t);
  const known = process.allowedNodeEnvironmentFlags;
  const permission = ['--permission', '--experimental-permission'].find((flag) => known.has(flag));
  const flags = [permission, `--allow-fs-read=${folder}/*`, '--allow-addons', '--no-warnings', '-r', folder];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', 'console.log("here")'], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['here\n', '']);
  assert.equal(fs.existsSync(path.join(folder, '.cache')), false);
});
