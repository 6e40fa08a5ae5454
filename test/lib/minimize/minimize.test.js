'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

test('one delay is left, the pair is right, and the kept schedule fails again', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  const { status, stdout } = await nacd(['minimize'], { cwd });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /RACE {2}fails (9|10) of 10 with this order, passes (1\d) of \2 with the other/);
  assert.match(stdout, /delayed {7}fs\.access callback {4}race\.js:6:4 {4}in "Error: the file was not looked at yet"/);
  assert.match(stdout, /> 6 \| fs\.access\(__filename/);
  assert.match(stdout, /overtaken by {2}setTimeout {12}race\.js:11:1/);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  const schedule = readJson(cwd, '.nacd/failures', name);
  assert.equal(schedule.delays.length, 1);
  assert.ok(schedule.delays[0].shortest >= 40 && schedule.delays[0].shortest <= 80, schedule.delays[0].shortest);
  assert.equal((await nacd(['replay', path.join('.nacd/failures', name)], { cwd })).status, 1);
});

test('a failure that does not occur again: status 1', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  fs.copyFileSync(path.join(__dirname, '../../fixtures/cli/steady.js'), path.join(cwd, 'race.js'));
  const { status, stdout } = await nacd(['minimize'], { cwd });
  assert.equal(status, 1);
  assert.match(stdout, /the failure did not occur again in 10 runs/);
});

test('a schedule that now fails in another way is minimized for that failure', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  await nacd(['run', '--quiet', '--seed', '1', '--', 'node', 'race.js'], { cwd });
  const file = path.join(cwd, 'race.js');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('not looked at yet', 'never looked at'));
  const { status, stdout } = await nacd(['minimize'], { cwd });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /the schedule now fails in another way: Error: the file was never looked at\n/);
  assert.match(stdout, /delayed {7}fs\.access callback {4}race\.js:6:4 {4}in "Error: the file was never looked at"/);
  assert.equal(fs.readdirSync(path.join(cwd, '.nacd/failures')).length, 2);
});
