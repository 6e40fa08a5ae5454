'use strict';
// Tells how long runs take.

/** A run that lingers is ended when nothing has happened for this time since its tests ended. Milliseconds. */
const SHORT_QUIET_MS = 3_000;

/** Returns the milliseconds that another run takes if it goes on as `run` did. */
function usualMs({ ms, lingers }) {
  return lingers ? lingers.endedMs + SHORT_QUIET_MS : ms;
}

module.exports = { SHORT_QUIET_MS, usualMs };
