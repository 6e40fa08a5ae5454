'use strict';
// A small soak: campaigns whose processes are killed at random moments (scripts/soak.mjs).
const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');

const SOAK = path.join(__dirname, '..', '..', 'scripts', 'soak.mjs');

function soak(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [SOAK, ...args], (error, stdout, stderr) => {
      resolve({ status: error?.code ?? 0, stdout, stderr });
    });
  });
}

const skip = process.platform !== 'linux' && 'needs /proc';

test('after kills at random moments results are readable, and nothing is left', { skip }, async () => {
  const { status, stdout, stderr } = await soak('--campaigns', '10', '--runs', '6', '--folders', '2');
  assert.equal(status, 0, `${stdout}${stderr}`);
  assert.match(stdout, /^soak: 10 campaigns of 6 runs in 2 folders, seed \d+\n/);
  assert.match(stdout, / 10 {2}campaigns\n/);
});

test('a number that is none is told in one line', async () => {
  const { status, stderr } = await soak('--campaigns', 'many');
  assert.equal(status, 2);
  assert.equal(stderr, 'nacd-native: --campaigns many: a whole number is needed\n');
});
