'use strict';
// Leaves out of the comparison what a request counts while it tries again: it waited for the other one, which was held.
const { counterOf } = require('./drawn.js');
const { withoutIgnored } = require('./ignored.js');
const { isWrite } = require('../recording/writing.js');

// "first fence" -> {key, count, isWaiting}: whether the request did nothing but wait from one count to the next. One
// that tries to change rows in between may count what it did, and count it twice.
function countsIn({ operations = [] }) {
  const counts = new Map();
  const written = {};
  for (const operation of operations) {
    const { who } = operation;
    const counter = counterOf(operation);
    if (isWrite(operation)) written[who] = (written[who] ?? 0) + 1;
    if (!counter) continue;
    const known = counts.get(`${who} ${counter.name}`);
    const isWaiting = known === undefined || (known.isWaiting && known.written === written[who]);
    counts.set(`${who} ${counter.name}`, { key: counter.key, count: (known?.count ?? 0) + 1, isWaiting, written: written[who] });
  }
  return counts;
}

// The counters in Redis, as names of keys, that a request of `forced` adds to more often than in any of `runs`.
function countersTried(forced, runs) {
  const known = runs.map(countsIn);
  const more = [...countsIn(forced)].filter(([name, { count, isWaiting }]) => {
    const most = Math.max(...known.map((counts) => counts.get(name)?.count ?? 0));
    return isWaiting && most > 0 && count > most;
  });
  return [...new Set(more.map(([, { key }]) => key))];
}

/** Returns {forced, serial} without the counters by which a request of `forced` has counted how often it tried. */
function withoutTries(forced, serial) {
  const keys = countersTried(forced, [...serial.AB, ...serial.BA]).filter((key) => !key.includes('*'));
  const without = (runs) => runs.map((run) => withoutIgnored(run, keys));
  if (keys.length === 0) return { forced, serial };
  return { forced: without([forced])[0], serial: { AB: without(serial.AB), BA: without(serial.BA) } };
}

module.exports = { withoutTries };
