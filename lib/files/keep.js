'use strict';
// Keeps a failure as a schedule file. Later campaigns try it first, and the other verbs find it by its id.
const path = require('node:path');

const { isSchedule, readSchedule, scheduleOf, writeSchedule } = require('./schedule.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { makeFolder } = require('./disk.js');
const { isFailureId } = require('./checks.js');
const { failureId } = require('../analysis/groups.js');
const { repeatable } = require('../analysis/repeatable.js');

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

/**
 * Writes a schedule file for each title of a failed run that has none. `traces` has its `delayed` operations, its
 * traces as far as they were read (`whole`), and those of a run without delays (`others`), from which a replay's tiers
 * are learned. A machine that did that itself gives the `delays`.
 */
function keepFailure(store, campaign, { run, traces }) {
  const missing = run.titles.filter((title) => !isKept(store, campaign, failureId(title, campaign.command)));
  if (missing.length === 0) return;
  makeFolder(store.failures);
  let { delays } = traces;
  for (const title of missing) {
    const id = failureId(title, campaign.command);
    const { verdict, failOn, demand } = run;
    const timeout = verdict === 'hang' ? run.timeout : undefined;
    const aside = campaign.plain?.aside.length > 0 ? campaign.plain.aside : undefined;
    const lingers = campaign.lingers ? true : undefined;
    const about = { failure: { id, title, verdict, timeout, failOn, demand, aside, lingers, ms: run.ms } };
    const options = { ...campaign.options, seed: run.seed, strategy: run.strategy };
    const schedule = scheduleOf({ traces: traces.delayed, options, command: campaign.command, about });
    delays ??= repeatable(schedule.delays, traces.whole, traces.others);
    writeSchedule(fileOf(store.failures, id), { ...schedule, delays });
  }
}

/**
 * Adds `about` to what the file of a kept failure says of it. `shown`, {failed, of}, is how often its schedule failed
 * again: only then a fix can be proved with it. Other files, such as the schedule of a run, are left alone.
 */
function noteFailure(file, about) {
  if (!isSchedule(file)) return;
  const schedule = readSchedule(file);
  if (schedule.failure?.id === undefined) return;
  writeSchedule(file, { ...schedule, failure: { ...schedule.failure, ...about } });
}

module.exports = { keepFailure, fileOf, noteFailure };
