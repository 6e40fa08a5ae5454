'use strict';
// Bounds the time of runs with delays, by that of the runs without.
const { OPTIONS, SLOW_CHILDREN_MS } = require('../options/program.js');
const { generousSeconds } = require('../process/patience.js');

// A run with delays that waits for longer than a whole run without them (`ms`) does so because of its order, and for a
// limit of time as a rule. That takes no time. Delays in slow children take no more than such a run either.
function boundsAfter(ms) {
  const most = (key) => OPTIONS.find((option) => option.key === key).max;
  const within = (key, least) => Math.min(Math.max(least, Math.ceil(ms)), most(key));
  return { ownWaits: within('ownWaits', 1000), slowChildrenTime: within('slowChildrenTime', SLOW_CHILDREN_MS) };
}

/** Returns the timeout of a run in seconds. A hang costs all of it. `plainly` are the runs without delays. */
function timeoutOf(context, plainly) {
  const ms = Math.max(...plainly.map((run) => run.lingers?.endedMs ?? run.ms));
  return context.values.timeout ?? generousSeconds(ms);
}

module.exports = { boundsAfter, timeoutOf };
