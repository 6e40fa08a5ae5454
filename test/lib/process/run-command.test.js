'use strict';
// Runs a command and ends it.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { runCommand } = require('../../../lib/process/run-command.js');
const { temporaryFolder } = require('../../support/package.js');

test('a run that is ended lived until then, though a busy machine notices its end later', async (t) => {
  const LATE_MS = 300;
  // Runs after what ends the run, and before the loop can know of it.
  const late = async () => {
    for (let hops = 0; hops < 100; hops++) await undefined;
    const began = performance.now();
    while (performance.now() - began < LATE_MS) continue;
  };
  const { reason, ms, aliveMs } = await runCommand({
    command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'], env: process.env, marker: 'run-command-test',
    folder: temporaryFolder(t, 'nacd-command-'), timeout: 0.1, onTimeout: () => { late(); },
  });
  assert.equal(reason, 'timeout');
  assert.ok(aliveMs >= 99 && ms - aliveMs >= LATE_MS, JSON.stringify({ ms, aliveMs }));
});
