'use strict';
// Leaves out of the comparison what a request counts while it tries again: it waited for the other one, which was held.
const { withoutIgnored } = require('./ignored.js');

const COUNTS = /^H?INCR(?:BY)?\b/;

// {"first lock:1:fence": times}
function countsIn({ operations = [] }) {
  const counts = {};
  for (const { who, statement = '', values = [] } of operations) {
    if (!COUNTS.test(statement) || values.length === 0) continue;
    const name = `${who} ${values[0]}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

// The counters in Redis, as names of keys, that a request of `forced` adds to more often than in any of `runs`.
function countersTried(forced, runs) {
  const known = runs.map(countsIn);
  const more = Object.entries(countsIn(forced)).filter(([name, count]) => {
    const most = Math.max(...known.map((counts) => counts[name] ?? 0));
    return most > 0 && count > most;
  });
  return [...new Set(more.map(([name]) => name.slice(name.indexOf(' ') + 1)))];
}

/** Returns {forced, serial} without the counters by which a request of `forced` has counted how often it tried. */
function withoutTries(forced, serial) {
  const keys = countersTried(forced, [...serial.AB, ...serial.BA]).filter((key) => !key.includes('*'));
  const without = (runs) => runs.map((run) => withoutIgnored(run, keys));
  if (keys.length === 0) return { forced, serial };
  return { forced: without([forced])[0], serial: { AB: without(serial.AB), BA: without(serial.BA) } };
}

module.exports = { withoutTries };
