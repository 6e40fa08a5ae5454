'use strict';
// How long a command may take.

const LONGEST_SECONDS = 600; // if nothing is known of it

/** Returns the seconds after which a run hangs, if one takes `ms`. One with many delays is slow without being hung. */
function generousSeconds(ms) {
  return Math.max(60, (30 * ms) / 1000);
}

module.exports = { LONGEST_SECONDS, generousSeconds };
