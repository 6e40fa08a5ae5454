'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { Scratch } = require('../../../lib/campaign/scratch.js');
const { isHeld, takeLock } = require('../../../lib/files/lock.js');
const { makeFolder, nacd } = require('../../support/cli.js');

const ENDED = 2 ** 22 + 1; // above the largest process id

function lockOf(t, owner) {
  const file = path.join(makeFolder(t, 'race.js'), '.lock');
  if (owner) fs.writeFileSync(file, owner);
  return file;
}

// Of this process, as it would be on another host or in another container.
async function foreign(t, change) {
  const file = lockOf(t);
  const { lock } = await takeLock(file);
  const text = fs.readFileSync(file, 'utf8');
  lock.release();
  return lockOf(t, JSON.stringify({ ...JSON.parse(text), ...change }));
}

test('a lock is held once, and until it is released', async (t) => {
  const file = lockOf(t);
  const { lock } = await takeLock(file);
  assert.equal((await takeLock(file)).owner.pid, process.pid);
  assert.equal(isHeld(file), true);
  lock.release();
  assert.equal(isHeld(file), false);
  const { lock: second } = await takeLock(file);
  second.release();
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['race.js']);
});

test('the lock of a process that has ended is taken at once, also if its id is used again', async (t) => {
  for (const change of [{ pid: ENDED }, process.platform === 'linux' ? { born: '1' } : { pid: ENDED }]) {
    const { lock } = await takeLock(await foreign(t, change));
    assert.ok(lock);
    lock.release();
  }
});

test('the lock of another host is respected as long as it beats, whatever its process id', async (t) => {
  const file = await foreign(t, { pid: ENDED, realm: 'elsewhere', host: 'elsewhere' });
  const beat = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 30);
  assert.equal((await takeLock(file, { silence: 500 })).owner.elsewhere, 'elsewhere');
  clearInterval(beat);
  assert.equal(isHeld(file), true);
  assert.equal((await takeLock(file, { silence: 0 })).owner.elsewhere, 'elsewhere');
  const { lock } = await takeLock(file, { silence: 500 });
  lock.release();
});

test('of many that find the lock of an ended process one gets it', async (t) => {
  const file = await foreign(t, { pid: ENDED });
  const found = await Promise.all(Array.from({ length: 20 }, () => takeLock(file)));
  const [lock, ...others] = found.filter((one) => one.lock);
  assert.equal(others.length, 0);
  lock.lock.release();
});

test('an empty lock, left by a loss of power, is taken after a while', async (t) => {
  const { lock } = await takeLock(lockOf(t, '\n'), { silence: 300 });
  lock.release();
});

test('a campaign does not start in the folder of one on another host', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const file = await foreign(t, { pid: ENDED, realm: 'elsewhere', host: 'elsewhere' });
  fs.mkdirSync(path.join(cwd, '.nacd'));
  const copy = path.join(cwd, '.nacd', '.lock');
  fs.copyFileSync(file, copy);
  const beat = setInterval(() => fs.utimesSync(copy, new Date(), new Date()), 100);
  const { status, stderr } = await nacd(['run', '-n', '1', '--', 'node', 'race.js'], { cwd });
  clearInterval(beat);
  assert.equal(status, 2);
  assert.match(stderr, /process \d+ on elsewhere is writing to /);
});

test('a lock that cannot be read is told in one line', async (t) => {
  const file = lockOf(t);
  fs.mkdirSync(file);
  await assert.rejects(takeLock(file), { message: `nacd: the lock ${file} cannot be read: delete it if no campaign uses its folder` });
});

test('a scratch folder whose user has ended, elsewhere or in an earlier boot, is used again', async (t) => {
  const out = makeFolder(t);
  const file = path.join(out, '.replay.lock');
  fs.copyFileSync(await foreign(t, { pid: process.pid, realm: 'an earlier boot' }), file);
  fs.utimesSync(file, new Date(0), new Date(0));
  const scratch = await Scratch.open({ out }, 'replay', { silence: 300 });
  assert.equal(path.basename(scratch.folder), 'replay');
  scratch.close();
});

test('a scratch folder is passed by at once while its user beats elsewhere', async (t) => {
  const out = makeFolder(t);
  fs.copyFileSync(await foreign(t, { pid: ENDED, realm: 'elsewhere' }), path.join(out, '.replay.lock'));
  const scratch = await Scratch.open({ out }, 'replay');
  assert.equal(path.basename(scratch.folder), 'replay-2');
  scratch.close();
});

test('an owner whose file could not be read once goes on beating', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const file = lockOf(t);
  const { lock } = await takeLock(file);
  const { readFileSync } = fs;
  const failing = t.mock.method(fs, 'readFileSync', (name, ...args) => {
    if (name === file) throw Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' });
    return readFileSync(name, ...args);
  });
  t.mock.timers.tick(2000);
  assert.equal(lock.isLost(), false);
  failing.mock.restore();
  fs.utimesSync(file, new Date(0), new Date(0));
  t.mock.timers.tick(2000);
  assert.ok(fs.statSync(file).mtimeMs > 0);
  lock.release();
});

test('a lock that another has taken in between is put back, also where there are no hard links', async (t) => {
  const file = await foreign(t, { pid: ENDED });
  const other = JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), pid: process.pid, id: 'other' });
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'link' });
  });
  const { renameSync } = fs;
  t.mock.method(fs, 'renameSync', (from, to) => {
    if (from === file) fs.writeFileSync(file, other);
    return renameSync(from, to);
  });
  assert.equal((await takeLock(file)).owner.token, other);
  assert.equal(fs.readFileSync(file, 'utf8'), other);
});

test('a lock is released if what it is taken for cannot be prepared', async (t) => {
  const file = lockOf(t);
  const { lock } = await takeLock(file);
  assert.throws(() => lock.keptAfter(() => { throw new Error('full'); }), { message: 'full' });
  assert.equal(fs.existsSync(file), false);
});
