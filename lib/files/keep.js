'use strict';
// Keeps a failure as a schedule file, so that later campaigns try it first and the other verbs find it by its id.
const fs = require('node:fs');
const path = require('node:path');

const { scheduleOf, writeSchedule } = require('./schedule.js');
const { makeFolder } = require('./disk.js');
const { failureId } = require('../analysis/groups.js');

function fileOf(folder, id) {
  return path.join(folder, `${id}.json`);
}

// A file that no longer fails is replaced by one that does.
function isKept(store, campaign, id) {
  const passed = campaign.runs.some(({ kept, verdict }) => kept === id && verdict === 'passed');
  return !passed && fs.existsSync(fileOf(store.failures, id));
}

/** Writes a schedule file for each title of a failed run that has none yet. `traces` have its delayed operations. */
function keepFailure(store, campaign, { run, traces }) {
  const missing = run.titles.filter((title) => !isKept(store, campaign, failureId(title, campaign.command)));
  if (missing.length === 0) return;
  makeFolder(store.failures);
  for (const title of missing) {
    const id = failureId(title, campaign.command);
    const { verdict, failOn } = run;
    const timeout = verdict === 'hang' ? run.timeout : undefined;
    const about = { failure: { id, title, verdict, timeout, failOn } };
    const options = { ...campaign.options, seed: run.seed, strategy: run.strategy };
    const schedule = scheduleOf({ traces, options, command: campaign.command, about });
    const file = fileOf(store.failures, id);
    writeSchedule(file, schedule);
  }
}

module.exports = { keepFailure, fileOf };
