'use strict';
// Results after a loss of power.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { writeWhole } = require('../../../lib/files/disk.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

test('a file is on the disk before it gets its name, and the name after that', (t) => {
  const folder = makeFolder(t);
  const calls = [];
  for (const name of ['openSync', 'fsyncSync', 'renameSync']) {
    const original = fs[name];
    t.mock.method(fs, name, (...args) => {
      calls.push(name);
      return original(...args);
    });
  }
  writeWhole(path.join(folder, 'a.json'), 'text');
  assert.deepEqual(calls, ['openSync', 'fsyncSync', 'renameSync', 'openSync', 'fsyncSync']);
  assert.equal(fs.readFileSync(path.join(folder, 'a.json'), 'utf8'), 'text');
});

test('an empty failure file and an empty campaign.json do not stop the next campaign', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const run = () => nacd(['run', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  assert.equal((await run()).status, 1);
  const failures = path.join(cwd, '.nacd', 'failures');
  const [name] = fs.readdirSync(failures);
  fs.writeFileSync(path.join(failures, name), '');
  fs.writeFileSync(path.join(failures, '0000.json'), '');
  fs.writeFileSync(path.join(cwd, '.nacd', 'campaign.json'), '');
  const { status, stdout, stderr } = await run();
  assert.equal(status, 1, stderr);
  assert.match(stdout, /0000\.json is not JSON: .*: this kept failure is not tried\n/);
  assert.ok(readJson(failures, name).delays.length > 0, 'the empty file was replaced');
  assert.equal((await nacd(['report'], { cwd })).status, 0);
});

test('drafts of a campaign that was killed are removed by the next one', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const out = path.join(cwd, '.nacd');
  fs.mkdirSync(path.join(out, 'failures'), { recursive: true });
  const lock = '.lock.01234567-89ab-cdef-0123-456789abcdef';
  const [old, young] = [['campaign.json.1.tmp', lock, 'failures/0a.json.1.tmp', 'notes.json.tmp'], [`.replay${lock}`]];
  for (const name of [...old, ...young]) fs.writeFileSync(path.join(out, name), '');
  for (const name of old.slice(1)) fs.utimesSync(path.join(out, name), new Date(0), new Date(0));
  assert.equal((await nacd(['run', '-n', '1', '--', 'node', 'steady.js'], { cwd })).status, 0);
  const left = [...old, ...young].filter((name) => fs.existsSync(path.join(out, name)));
  assert.deepEqual(left, ['notes.json.tmp', `.replay${lock}`]);
});
