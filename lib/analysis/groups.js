'use strict';
// Groups failures by the test that failed, each with its rate. A run in which two tests fail counts for both.
const crypto = require('node:crypto');

const { wilson } = require('./statistics.js');

/** Returns a short name of a failure, the same in each campaign of the same command. */
function failureId(title, command) {
  return crypto.createHash('sha256').update(JSON.stringify([command, title])).digest('hex').slice(0, 6);
}

function hasFailed(run) {
  return run.verdict === 'failed' || run.verdict === 'hang';
}

// A stored failure is replayed because it failed before, so it says nothing about how often a seed fails.
function countsForRate(run) {
  return run.kind === 'seed' && (run.verdict === 'passed' || hasFailed(run));
}

function groupsOf(runs, command) {
  const groups = new Map();
  for (const run of runs.filter(hasFailed)) {
    for (const title of run.titles) {
      const id = failureId(title, command);
      const group = groups.get(title) ?? { id, title, runs: [], seeds: [], example: run.folder };
      group.runs.push(run.number);
      if (run.kind === 'seed') group.seeds.push(run.seed);
      groups.set(title, group);
    }
  }
  const counted = runs.filter(countsForRate).length;
  for (const group of groups.values()) {
    group.failed = group.seeds.length;
    group.of = counted;
    group.interval = wilson(group.failed, counted);
  }
  return [...groups.values()].sort((a, b) => b.runs.length - a.runs.length);
}

module.exports = { failureId, groupsOf, hasFailed };
