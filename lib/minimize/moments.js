'use strict';
// The moments of a run, in the order in which they came: what begins a turn of the event loop (a task of the pool has
// ended, something has arrived, a timer has fired, a child has ended), and the starts of tasks, which look at files or
// change them. A constraint holds one of them back until another has happened.
const path = require('node:path');

const { kindsIn } = require('../analysis/kinds.js');
const { expectations } = require('../analysis/order.js');
const { nameIn } = require('../analysis/tiers.js');
const { keyOf } = require('../names/key.js');
const { readTraces } = require('../trace/read.js');

// Returns the test for moments of a trace.
function isMomentIn(trace) {
  const kindOf = kindsIn(trace);
  return (operation) => operation.phase !== 'stall' && (operation.delay !== undefined || kindOf(operation) !== undefined);
}

const NEAR_MS = 50;

const placeOf = ({ header }, number) => header?.place ?? String(number);
const beganAt = ({ header }) => Date.parse(header?.started ?? '') || 0;

function momentsOf(trace, number) {
  const isMoment = isMomentIn(trace);
  const place = placeOf(trace, number);
  const began = beganAt(trace);
  // The first line of a name is the operation; a name that comes again is another one of the same name.
  const seen = new Set();
  return expectations(trace).filter((operation) => isMoment(operation) && !operation.cancelled).flatMap((operation) => {
    const key = `${place} ${keyOf(operation)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { decided, decidedLine, lost, t } = operation;
    const known = { known: began + decided, knownLine: decidedLine };
    return [{ ...operation, key, place, ...known, t: lost ? Infinity : began + t }];
  });
}

// Within a process the lines of its trace are the order, between processes the time of day.
const byTime = (a, b) => {
  if (a.lost !== b.lost) return Number(a.lost) - Number(b.lost);
  return a.place === b.place ? a.line - b.line : a.t - b.t;
};

/**
 * Returns {moments, at, traces} of a run in `folder`: its moments in order, each an operation of its trace with `place`
 * (the process or thread), `key` ("PLACE PHASE NAME"), `known` and `knownLine`, when the program came to wait for it.
 * `at` has their positions by key. A moment that never came is `lost`, and comes last.
 */
function orderOfRun(folder) {
  const traces = readTraces(path.join(folder, 'trace'));
  const moments = merged(traces.map(momentsOf));
  return { moments, at: new Map(moments.map(({ key }, index) => [key, index])), traces };
}

// Merges by time and keeps the order of each trace, whose times may be the same.
function merged(lists) {
  const left = lists.map((list) => [...list]);
  const all = [];
  for (;;) {
    const first = left.filter(({ length }) => length > 0).sort(([a], [b]) => byTime(a, b))[0];
    if (!first) return all;
    all.push(first.shift());
  }
}

// A moment whose name varies from run to run is the nth of its form (analysis/tiers.js).
function keyIn({ at, traces }, { key, place, name, phase, hint }) {
  if (at.has(key) || !hint) return key;
  const trace = traces.find((one, number) => placeOf(one, number) === place);
  const found = trace && nameIn(trace, { name, phase, ...hint });
  return found === undefined ? key : `${place} ${keyOf({ name: found, phase })}`;
}

/** Returns the moment of a run that is the same as `moment` of another one; undefined: it has none. */
const sameIn = (order, moment) => order.moments[order.at.get(keyIn(order, moment))];

// A process says when its trace began some time before that, on a loaded machine.
const isClear = (one, other) => one.place === other.place || Math.abs(one.t - other.t) > NEAR_MS;

/** True if the moment `first` came in a run, and `second` surely later or not at all. They are moments of any run. */
function comesFirst(order, first, second) {
  const [one, other] = [first, second].map((moment) => sameIn(order, moment));
  if (one === undefined || one.lost) return false;
  if (other === undefined || other.lost) return true;
  return order.at.get(one.key) < order.at.get(other.key) && isClear(one, other);
}

module.exports = { comesFirst, orderOfRun, sameIn };
