'use strict';
// Runs of the command that say nothing. On a loaded machine its requests may not have come, since a set-up took longer
// than the suite's own limit of time, once; or the order was not carried out, since a request that got no time seemed
// to wait for the held one.

const LOST = new Set(['not seen', 'connection closed']);

/**
 * Resolves to the result of `run()`, which is a run of the command, and of a second one if the first was lost.
 * `hasCome`: the same requests came in an earlier run, so that they can.
 */
async function runUnlessLost(run, hasCome) {
  const result = await run();
  return hasCome && LOST.has(result.state) ? run() : result;
}

const MOST_SLOW = 3;

// Locks are told by the store. Without one the held request goes on as the other does nothing, be it slow or waiting.
const isSlow = ({ blocked }, [{ blocked: usually }]) => blocked !== undefined && blocked.by !== 'lock' && !usually;

/**
 * Makes runs until `outcomes` has `count`. A few in which a request seemed to wait, as it did not in the first one,
 * are made again.
 */
async function runUntil(outcomes, count, run) {
  let left = MOST_SLOW;
  while (outcomes.length < count) {
    const outcome = await run();
    if (left > 0 && isSlow(outcome, outcomes)) left--;
    else outcomes.push(outcome);
  }
}

module.exports = { runUnlessLost, runUntil };
