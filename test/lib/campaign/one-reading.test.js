'use strict';
// A campaign reads the trace of a run once, no matter how the run ends: passed (learned from), failed (kept) or hung.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { run } = require('../../../lib/api/index.js');
const { FIXTURES, cleanEnv, makeFolder, readJson } = require('../../support/cli.js');

const env = cleanEnv({ NACD_TEST_PRELOAD: path.join(FIXTURES, 'stand-in.js') });

// Counts how often each trace is read. Both ways to read a file are called with its name.
function countReadings(t) {
  const counts = new Map();
  for (const name of ['openSync', 'readFileSync']) {
    const original = fs[name];
    t.mock.method(fs, name, (file, ...rest) => {
      const [, one] = /runs\/(\w+)\/trace\/trace-/.exec(String(file)) ?? [];
      if (one) counts.set(one, (counts.get(one) ?? 0) + 1);
      return original(file, ...rest);
    });
  }
  return counts;
}

async function campaign(t, program, options) {
  const cwd = makeFolder(t, program);
  const counts = countReadings(t);
  const state = await run({ command: ['node', program], cwd, env, seed: 1, ...options });
  return { state, cwd, counts: Object.fromEntries(counts) };
}

test('of runs that pass', async (t) => {
  const { state, counts } = await campaign(t, 'steady.js', { runs: 3, maxDelay: 5 });
  assert.deepEqual(state.runs.map(({ verdict }) => verdict), ['passed', 'passed', 'passed']);
  assert.deepEqual(counts, { baseline: 1, '0001': 1, '0002': 1, '0003': 1 });
});

test('of a run that fails', async (t) => {
  const { state, counts, cwd } = await campaign(t, 'race.js', { mode: 'always', minDelay: 200 }); // the timer: 60 ms
  const [failure] = state.failures;
  const { delays } = readJson(cwd, '.nacd/failures', `${failure.id}.json`);
  const withoutRanks = delays.map(({ name, phase, delay }) => ({ name, phase, delay }));
  assert.deepEqual(withoutRanks, readJson(cwd, '.nacd', failure.example, 'schedule.json').delays);
  assert.ok(delays.length > 0);
  assert.deepEqual(counts, { baseline: 1, '0001': 1 });
});

test('of a run that hangs', async (t) => {
  const { state, counts } = await campaign(t, 'hang.js', { timeout: 1 });
  assert.equal(state.runs[0].verdict, 'hang');
  assert.deepEqual(counts, { baseline: 1, '0001': 1 });
});
