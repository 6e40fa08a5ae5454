'use strict';
// Keeps a failure as a schedule file. Later campaigns try it first, and the other verbs find it by its id.
const path = require('node:path');

const { isSchedule, scheduleOf, writeSchedule } = require('./schedule.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { makeFolder } = require('./disk.js');
const { isFailureId } = require('./checks.js');
const { failureId } = require('../analysis/groups.js');
const { withTiers } = require('../analysis/tiers.js');
const { readTraces } = require('../trace/read.js');

/** Returns the file of a failure. Its id may come from a file of somebody else, so it must not lead elsewhere. */
function fileOf(folder, id) {
  if (!isFailureId(id)) throw new UserError(messages.badFailureId(id));
  return path.join(folder, `${id}.json`);
}

// A kept schedule that passed in this campaign is out of date: it is replaced by one that fails. So is a broken file.
function isKept(store, campaign, id) {
  const passed = campaign.runs.some(({ kept, verdict }) => kept === id && verdict === 'passed');
  return !passed && isSchedule(fileOf(store.failures, id));
}

const MOST_BYTES = 64 * 1024 * 1024; // of the traces of one run

// Returns `delays` with what a replay needs where names have chance in them, learned from the run without delays.
function learned({ delays }, store, { run, baseline }) {
  const tracesOf = ({ folder }) => readTraces(path.join(store.folder, folder, 'trace'), MOST_BYTES);
  return withTiers(delays, tracesOf(run), baseline ? tracesOf(baseline) : []);
}

/** Writes a schedule file for each title of a failed run that has none. `traces` contain its delayed operations. */
function keepFailure(store, campaign, { run, traces }) {
  const missing = run.titles.filter((title) => !isKept(store, campaign, failureId(title, campaign.command)));
  if (missing.length === 0) return;
  makeFolder(store.failures);
  let delays;
  for (const title of missing) {
    const id = failureId(title, campaign.command);
    const { verdict, failOn } = run;
    const timeout = verdict === 'hang' ? run.timeout : undefined;
    const aside = campaign.plain?.aside.length > 0 ? campaign.plain.aside : undefined;
    const about = { failure: { id, title, verdict, timeout, failOn, aside, ms: run.ms } };
    const options = { ...campaign.options, seed: run.seed, strategy: run.strategy };
    const schedule = scheduleOf({ traces, options, command: campaign.command, about });
    delays ??= learned(schedule, store, { run, baseline: campaign.baseline });
    writeSchedule(fileOf(store.failures, id), { ...schedule, delays });
  }
}

module.exports = { keepFailure, fileOf };
