'use strict';
// Tests the cache of V8's compiled code of this package's modules. A process behaves the same with and without it.
const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
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
  assert.deepEqual([result.stdout, result.stderr, result.status, result.signal], ['true\n', '', 0, null]);
}

// Runs it once more, and returns whether that wrote `file` again.
function isReplacedByRun(folder, file) {
  const long = new Date(2001, 1, 1);
  fs.utimesSync(file, long, long);
  run(folder);
  return fs.statSync(file).mtimeMs !== long.getTime();
}

const marksIn = (file) => fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('start-'));

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
  const twice = fs.readFileSync(kept(folder)[0]);
  const all = twice.subarray(0, twice.length / 2);
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

test('wrong bytes anywhere are found, and the file is written again', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const whole = fs.readFileSync(file);
  for (let i = 0; i < 16; i++) {
    const damaged = Buffer.from(whole);
    const at = Math.floor(((i + 0.5) / 16) * whole.length);
    for (let k = at; k < at + 8; k++) damaged[k] ^= 0x5a;
    fs.writeFileSync(file, damaged);
    run(folder);
    assert.equal(fs.readFileSync(file).equals(damaged), false, `wrong bytes from ${at}`);
  }
});

// Ends a process while it loads our modules.
const DIES = "process.dlopen = () => process.kill(process.pid, 'SIGKILL');";

test('after a start that died, nothing of what was kept is used', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  assert.equal(isReplacedByRun(folder, file), false);
  const dies = path.join(folder, 'dies.js');
  fs.writeFileSync(dies, DIES);
  const { signal } = spawnSync(process.execPath, ['-r', dies, '-r', folder, '-e', PROGRAM]);
  assert.equal(signal, 'SIGKILL');
  assert.equal(marksIn(file).length, 1);
  assert.equal(isReplacedByRun(folder, file), true);
  assert.deepEqual(marksIn(file), []);
  assert.equal(isReplacedByRun(folder, file), false);
});

test('a start that refuses an option has not died', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const env = { ...process.env, NACD_MODE: 'wrong' };
  const { status } = spawnSync(process.execPath, ['-r', folder, '-e', PROGRAM], { env });
  assert.equal(status, 2);
  assert.deepEqual(marksIn(file), []);
  assert.equal(isReplacedByRun(folder, file), false);
});

test('a start that is still under way has not died, unless it takes for ever', (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  const mark = path.join(path.dirname(file), `start-${process.pid}-1`);
  fs.writeFileSync(mark, '');
  assert.equal(isReplacedByRun(folder, file), false);
  fs.utimesSync(mark, new Date(2001, 1, 1), new Date(2001, 1, 1));
  assert.equal(isReplacedByRun(folder, file), true);
});

const modeOf = (file) => fs.statSync(file).mode & 0o777;

test('code that others may have written is not used', { skip: process.platform === 'win32' }, (t) => {
  const folder = copyOfPackage(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  run(folder);
  const [file] = kept(folder);
  assert.deepEqual([modeOf(file), modeOf(path.dirname(file))], [0o644, 0o755]);
  const directory = path.dirname(file);
  for (const [place, mode] of [[file, 0o646], [file, 0o664], [directory, 0o757], [directory, 0o775]]) {
    fs.chmodSync(place, mode);
    assert.equal(isReplacedByRun(folder, file), true, `${place} ${mode.toString(8)}`);
    assert.deepEqual([modeOf(file), modeOf(path.dirname(file))], [0o644, 0o755]);
    assert.equal(isReplacedByRun(folder, file), false);
  }
});

test('code of another user is not used', { skip: process.geteuid?.() !== 0 && 'only root can give files away' }, (t) => {
  const folder = copyOfPackage(t);
  run(folder);
  const [file] = kept(folder);
  for (const place of [file, path.dirname(file)]) {
    fs.chownSync(place, 12345, 12345);
    assert.equal(isReplacedByRun(folder, file), true, place);
    assert.deepEqual([fs.statSync(file).uid, fs.statSync(path.dirname(file)).uid], [0, 0]);
  }
});

test('several processes that start at once keep one whole file', async (t) => {
  const folder = copyOfPackage(t);
  const started = Array.from({ length: 6 }, () => spawn(process.execPath, ['-r', folder, '-e', PROGRAM]));
  const ends = await Promise.all(started.map((child) => once(child, 'close')));
  assert.deepEqual(ends, Array(6).fill([0, null]));
  const [file] = kept(folder); // and nothing unfinished
  assert.equal(isReplacedByRun(folder, file), false);
});
