'use strict';
// Finds the same call in runs that name it differently. A request over a connection that is used again follows from
// other events than one over a new connection, so the calls that it makes have other digits, and none of their names
// occurs both in failing and in passing runs. Such calls are compared by place and order.
const { changes, formOf, resourceOf, siteOf } = require('../names/name.js');

/** Returns true if both are calls on the same path, or made at the same place. */
function touchesSame({ name }, other) {
  const resource = resourceOf(name);
  const isOneCall = name.includes('@') && siteOf(name) === siteOf(other.name);
  return isOneCall || (resource !== undefined && resource === resourceOf(other.name));
}

/** Returns true if both are calls on the same path, one of which changes it. */
function conflict({ name }, other) {
  const resource = resourceOf(name);
  return resource !== undefined && resource === resourceOf(other.name) && (changes(name) || changes(other.name));
}

// Returns the keys that each of `runs` has.
function inAll([first, ...others]) {
  return new Set([...first.places.keys()].filter((key) => others.every(({ places }) => places.has(key))));
}

// Of all calls of a place only those that touch the same as the delayed operation are compared: more would be a guess.
function withCounts(run, common) {
  const own = [...run.places].filter(([key, { operation }]) => !common.has(key) && operation.name.includes('@')
    && touchesSame(operation, run.at.operation));
  if (own.length === 0) return run;
  own.sort(([, one], [, other]) => one.operation.id - other.operation.id);
  const counts = new Map();
  const places = new Map(run.places);
  const keys = new Map();
  for (const [key, place] of own) {
    const kind = `${place.operation.phase} ${formOf(place.operation.name, 'site')}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const alias = `${kind} (${count})`;
    places.set(alias, place);
    keys.set(alias, key);
  }
  const known = (key) => keys.get(key) ?? key;
  return { ...run, places, follows: (key, other) => run.follows(known(key), known(other)) };
}

/**
 * Returns `bad` and `good`, lists of runs as reader() in orders.js returns them, with further keys for operations that
 * not all of the runs have under their names: the first such call of its place, the second, and so on.
 */
function withCounterparts(bad, good) {
  if (bad.length === 0 || good.length === 0) return [bad, good];
  const common = inAll([...bad, ...good]);
  return [bad, good].map((runs) => runs.map((run) => withCounts(run, common)));
}

module.exports = { conflict, touchesSame, withCounterparts };
