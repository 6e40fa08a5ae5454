'use strict';
// Names the two operations that race: the delayed one, and the one that comes first when the run fails and last when it
// passes. Of several that change places so, the one nearest in time is it: with the shortest delay that still fails,
// the delayed operation comes just after the one that overtakes it.
const path = require('node:path');

const { happenings } = require('../trace/order.js');
const { readTraces } = require('../trace/read.js');
const { keyOf } = require('../trace/schedule.js');

// A call that is not delayed is made when its completion is decided about; the trace has no other line for it. Whether
// a call comes before what it depends on is often all that a race is about.
function callsOf(order) {
  const delayedStarts = new Set(order.filter(({ phase }) => phase === 'registration').map(({ name }) => name));
  return order
    .filter(({ phase, name }) => (phase === 'callback' || phase === 'promise') && !delayedStarts.has(name))
    .map(({ decided, decidedLine, ...operation }) => {
      const moment = { t: decided, decided, line: decidedLine, phase: 'registration', delay: undefined, lost: false };
      return { ...operation, ...moment, key: `call ${operation.name}` };
    });
}

function momentsOf(trace) {
  const order = happenings(trace);
  return [...order, ...callsOf(order)].sort((a, b) => Number(a.lost) - Number(b.lost) || a.line - b.line);
}

/** What a run says about `delayed`: {at, places: Map of key to {index, t, operation}}; undefined: it was not met. */
function orderAround(folder, delayed) {
  const key = keyOf(delayed);
  for (const trace of readTraces(path.join(folder, 'trace'))) {
    const order = momentsOf(trace);
    const at = order.findIndex((entry) => entry.key === key);
    if (at < 0) continue;
    const places = new Map();
    for (const [index, operation] of order.entries()) {
      // One that was lost, because the process ended first, would have come at the end of its delay.
      const t = operation.lost ? operation.decided + (operation.delay ?? 0) : operation.t;
      if (!places.has(operation.key)) places.set(operation.key, { index, t, operation });
    }
    return { at: places.get(key), places };
  }
  return undefined;
}

function share(orders, key, holds) {
  const seen = orders.filter((order) => holds(order.places.get(key), order.at));
  return seen.length / orders.length;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function distance(orders, key) {
  const met = orders.filter(({ places }) => places.has(key));
  const gaps = met.map(({ at, places }) => Math.abs(places.get(key).t - at.t));
  return gaps.length > 0 ? median(gaps) : Infinity;
}

// Code of the user tells more than code of a package, and a place more than none. One that is delayed itself and still
// comes first is a link of a longer chain, not the one that nobody held up.
function remoteness({ site, delay }) {
  if (delay !== undefined) return 3;
  if (!site) return 2;
  return /(^|\/)node_modules\//.test(site) ? 1 : 0;
}

function candidatesFor(delayed, failing, passing, edge) {
  const operations = new Map();
  for (const { places } of failing) for (const [key, { operation }] of places) operations.set(key, operation);
  operations.delete(keyOf(delayed));
  operations.delete(`call ${delayed.name}`);
  return [...operations].map(([key, operation]) => {
    const before = share(failing, key, (place, at) => place !== undefined && place.index < at.index);
    const after = share(passing, key, (place, at) => place !== undefined && place.index > at.index);
    return { operation, score: before * after, distance: distance(edge, key), remote: remoteness(operation) };
  });
}

function better(a, b) {
  if (Math.abs(a.score - b.score) > 0.15) return b.score - a.score;
  return a.remote - b.remote || a.distance - b.distance || b.score - a.score;
}

// Where several delays are needed, the earlier ones set the scene: the failure follows from the last change of order.
function betterPair(a, b) {
  if (Math.abs(a.score - b.score) > 0.15) return b.score - a.score;
  return a.remote - b.remote || b.when - a.when;
}

/**
 * `delays` are those left, `failing` and `passing` folders of runs with and without them, `edges[i]` of runs with the
 * i-th just long enough (`above`) and just too short (`below`). Returns {delayed, overtaker, score} (operations as in
 * the trace), or undefined where no order changes.
 */
function findPair({ delays, failing, passing, edges }) {
  const pairs = [];
  for (const [index, delayed] of delays.entries()) {
    const orders = (folders) => folders.map((folder) => orderAround(folder, delayed)).filter(Boolean);
    const edge = orders(edges[index].above);
    const [bad, good] = [[...orders(failing), ...edge], orders([...passing, ...edges[index].below])];
    if (bad.length === 0 || good.length === 0) continue;
    const candidates = candidatesFor(delayed, bad, good, edge.length > 0 ? edge : bad);
    const [best] = candidates.filter(({ score }) => score > 0).sort(better);
    if (!best) continue;
    const when = median(bad.map(({ at }) => at.t));
    pairs.push({ delayed: bad[0].at.operation, overtaker: best.operation, when, ...best });
  }
  return pairs.sort(betterPair)[0];
}

module.exports = { findPair };
