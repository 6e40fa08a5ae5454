'use strict';
// Runs of the command that say nothing, since its requests did not come. On a loaded machine a set-up may take longer
// than the suite's own limit of time, once.

const LOST = new Set(['not seen', 'connection closed']);

/**
 * Resolves to the result of `run()`, which is a run of the command, and of a second one if the first was lost.
 * `hasCome`: the same requests came in an earlier run, so that they can.
 */
async function runUnlessLost(run, hasCome) {
  const result = await run();
  return hasCome && LOST.has(result.state) ? run() : result;
}

module.exports = { runUnlessLost };
