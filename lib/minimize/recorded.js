'use strict';
// Finds the runs of a campaign that say the same as new ones would: the failing run of a schedule, and one that passed.
const fs = require('node:fs');
const path = require('node:path');

const { isAlike } = require('../analysis/groups.js');
const { isDelayed } = require('../analysis/repeatable.js');
const { UserError } = require('../errors/index.js');
const { readResults } = require('../files/results.js');
const { keyOf } = require('../names/key.js');
const { readTraces } = require('../trace/read.js');

function campaignIn(out) {
  try {
    return readResults(out);
  } catch (error) {
    if (error instanceof UserError) return undefined; // there was none, or it cannot be read
    throw error;
  }
}

// True if the run's trace is there as a whole, and holds just what the schedule does.
function isOf(folder, { delays }) {
  const traces = readTraces(path.join(folder, 'trace'));
  const held = new Set(traces.flatMap(({ operations }) => operations.filter(isDelayed).map(keyOf)));
  const isWhole = traces.length > 0 && traces.every(({ header, cut, limit }) => header && !cut && !limit);
  return isWhole && held.size > 0 && delays.every((delay) => held.has(keyOf(delay)));
}

/**
 * Returns {failing, passing}, the folders of a run that failed with `schedule` and of one that passed without delays,
 * in the results in `out`; undefined if they are not there any more, or are of another failure.
 */
function recordedRuns(out, schedule) {
  const campaign = campaignIn(out);
  if (!campaign || !schedule.failure || schedule.minimized) return undefined;
  const inOut = ({ folder }) => path.join(out, folder);
  const isThere = (run) => !run.cut && fs.existsSync(path.join(inOut(run), 'trace'));
  const isIt = ({ titles = [] }) => titles.some((title) => isAlike(title, schedule.failure.title));
  const failed = campaign.runs.filter((run) => isIt(run) && isThere(run));
  const failing = failed.map(inOut).find((folder) => isOf(folder, schedule));
  const passing = (campaign.plainRuns ?? []).find((run) => run.verdict === 'passed' && isThere(run));
  return failing && passing && { failing, passing: inOut(passing) };
}

module.exports = { recordedRuns };
