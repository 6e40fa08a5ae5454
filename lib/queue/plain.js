'use strict';
// The runs without delays that a machine makes before it takes part. A checkout in which the command fails by itself,
// for example without a database, would report failures that no delay has caused.
const { baseline, plainOf, sideBySide } = require('../campaign/baseline.js');
const { BEGINNINGS } = require('../campaign/orders.js');
const { SHORT_QUIET_MS } = require('../campaign/lingering.js');
const { hasFailed } = require('../analysis/groups.js');
const { comparedNames } = require('../analysis/tiers.js');
const messages = require('../messages/index.js');

/** Returns `context` with what the campaign's `entry` says about all runs. */
function contextOf(context, entry, options) {
  const values = { ...context.values, failOn: entry.failOn ?? undefined, time: undefined };
  if (entry.timeoutGiven === true) values.timeout = entry.timeout;
  return { ...context, values, core: { ...options, ...context.core } };
}

/**
 * Makes the plain runs in `place`. Resolves to {names, jobs, note}: what withTiers() compares, and the number of runs
 * that may go side by side, with a line if it is less than asked for; or to {refusal}, or {interrupted: true}.
 */
async function tryPlainly(context, place, { signal, known, lingers }) {
  const ended = [];
  let names;
  for await (const { run, traces } of baseline(context, place, { signal, beginnings: BEGINNINGS })) {
    if (run.verdict === 'interrupted') return { interrupted: true };
    ended.push(run);
    names ??= comparedNames(traces.beginnings);
    if (run.verdict === 'passed' && !run.hooked) return { refusal: messages.notHooked() };
    const other = hasFailed(run) && run.titles.find((title) => !known.includes(title));
    if (other) return { refusal: messages.failsHere(other) };
    if (!hasFailed(run) || known.length > 0) break; // the asker has repeated what fails
  }
  const quietMs = lingers ? SHORT_QUIET_MS : undefined;
  const { count, note } = await sideBySide(context, place, { signal, plain: plainOf(ended, place), quietMs });
  return { names, jobs: count, note };
}

module.exports = { contextOf, tryPlainly };
