'use strict';
// Makes one run of a campaign for its asker. The command is the one that this machine was started with; the job has
// options of the table and a schedule, and nothing of it is run.
const path = require('node:path');

const { runSpec } = require('../campaign/context.js');
const { execute } = require('../campaign/execute.js');
const { BEGINNINGS } = require('../campaign/orders.js');
const { failureId, hasFailed } = require('../analysis/groups.js');
const { isObject } = require('../files/checks.js');
const { readSchedule, writeSchedule } = require('../files/schedule.js');
const { readOptionsOf } = require('./checks.js');
const { partOfFailed, partOfPassed } = require('./results.js');

const WHOLE_FOLDERS = 3; // of each failure: traces of more runs hardly say more

// Returns the options of a job, with its schedule in the run's folder; undefined if the job is not valid.
// Those of the campaign as a whole are in it already; the plan chose others for this run.
function optionsFor({ options, schedule }, { own: given, folder }) {
  const checked = readOptionsOf(options);
  if (!checked) return undefined;
  const own = { ...checked, ...given };
  if (!isObject(schedule)) return checked.mode === 'replay' ? undefined : own;
  const file = path.join(folder, 'schedule.json');
  const delays = Array.isArray(schedule.delays) ? schedule.delays : [];
  writeSchedule(file, { ...schedule, delays, command: undefined }, { brief: true });
  readSchedule(file); // checks it
  return { ...own, mode: 'replay', schedule: file };
}

function specOf(context, entry, { jobs, signal }) {
  return runSpec(context, {
    timeout: entry.timeout,
    timeoutGiven: entry.timeoutGiven === true,
    quietMs: entry.quietMs ?? undefined,
    demand: entry.demand ?? undefined,
    aside: entry.aside,
    plainErrors: entry.plainErrors ?? undefined,
    ownTemp: jobs > 1,
    beginnings: entry.learns === true ? BEGINNINGS : undefined,
    beginningsOfFailure: BEGINNINGS,
    signal,
  });
}

/**
 * Makes the run of a job in a new folder of `place`, and removes the folder. `how` has {context, own, entry, names,
 * jobs, signal, countFailure}; `own` are the options that this machine was started with. Resolves to {result, part}, as
 * results.js has them; undefined if the job is not valid.
 */
async function makeRun(job, place, name, how) {
  const { context, own, entry, names, countFailure } = how;
  const folder = place.makeRun(name);
  try {
    const options = optionsFor(job, { own, folder });
    if (!options) return undefined;
    const { result, traces } = await execute({ ...specOf(context, entry, how), options }, folder);
    if (result.verdict === 'passed') return { result, part: partOfPassed(traces) };
    if (!hasFailed(result)) return { result };
    const counts = await Promise.all(result.titles.map((title) => countFailure(failureId(title, context.command))));
    if (place.boundRun(folder)) result.cut = true;
    const isWanted = Math.min(...counts) <= WHOLE_FOLDERS;
    return { result, part: partOfFailed(folder, { traces, others: names, isWanted }) };
  } finally {
    place.dropRun(folder);
  }
}

module.exports = { makeRun };
