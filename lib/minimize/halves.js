'use strict';
// Describes the two halves of each constraint as operations that the user knows, with their call sites.
const { keyOf } = require('../names/key.js');
const { delayOf } = require('./constraints.js');
const { observedIn } = require('./orders.js');
const { findPair } = require('./pair.js');

const FEW = 3; // runs that are asked for a call site: an arrival's is known by the event that follows it

const foldersOf = (runs) => runs.map(({ folder }) => folder);

// Returns the operation that the program observes of a moment, from the first run that knows where it is.
function described(moment, lookups) {
  const known = lookups.map((lookup) => lookup(moment)).filter(Boolean);
  return known.find(({ made }) => made) ?? known.find(({ site }) => site) ?? known[0] ?? moment;
}

function pairOf(item, lookups) {
  const { held, events } = item;
  const event = events.at(-1);
  const [delayed, overtaker] = [held, event].map((moment) => described(moment, lookups));
  const by = keyOf(delayOf(item));
  // Two parts of one call are distinguished by their own names.
  if (keyOf(delayed) === keyOf(overtaker)) return { delayed: held, overtaker: event, by };
  return { delayed, overtaker, by };
}

// A stall holds nothing, so what it let pass has to be found.
function pairOfStall(delay, { failing, passing }) {
  const runs = { failing: foldersOf(failing), passing: foldersOf(passing) };
  return findPair({ delays: [delay], ...runs, edges: [{ above: [], below: [] }] }).pair;
}

/**
 * Returns the pairs for a result of ByConstraints.minimize(), each {delayed, overtaker, by}: two operations as in the
 * trace, and the key of the delay. The pair whose event came last is the first one: the failure follows from that.
 */
function pairsOf({ items, failing, passing }) {
  const lookups = foldersOf([...failing.slice(0, 1), ...passing.slice(0, FEW)]).map(observedIn);
  const last = [...items].sort((a, b) => (b.events?.at(-1).t ?? 0) - (a.events?.at(-1).t ?? 0));
  const ofStall = ({ delay }) => pairOfStall(delay, { failing, passing }) ?? [];
  return last.flatMap((item) => (item.held ? pairOf(item, lookups) : ofStall(item)));
}

module.exports = { pairsOf };
