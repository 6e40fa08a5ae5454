'use strict';
// A short run of npm run fuzz:files: changed files of each format are read, or refused with one line.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');
const { root } = require('../../support/package.js');

test('each changed file is read, or refused with one line and status 2', async () => {
  const script = path.join(root, 'scripts', 'fuzz-files.mjs');
  const env = { ...process.env, NODE_TEST_CONTEXT: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--inputs', '300', '--seed', '3'], { encoding: 'utf8', env });
  assert.equal(status, 0, stdout + stderr);
  const rows = stdout.matchAll(/^ *(\d+) inputs, +(\d+) refused, 0 faults/gm);
  const counts = [...rows].map((match) => match.slice(1).map(Number));
  const sum = (index) => counts.reduce((total, row) => total + row[index], 0);
  assert.ok(counts.length >= 20 && sum(0) >= 300, stdout);
  assert.ok(sum(1) > sum(0) / 10, 'hardly any of the changed files was refused');
});

test('seed and number choose an input', async () => {
  const [{ mutated }, { randomFrom }] = await Promise.all(
    ['scripts/fuzz-files/mutate.mjs', 'scripts/soak/random.mjs'].map((name) => import(path.join(root, name))));
  const sample = Buffer.from('{"a":[1,2,{"b":"x"}]}');
  const made = (seed) => Array.from({ length: 50 }, (_, number) => mutated(sample, randomFrom(seed, number)).toString('latin1'));
  assert.deepEqual(made('1 x'), made('1 x'));
  assert.notDeepEqual(made('1 x'), made('2 x'));
});
