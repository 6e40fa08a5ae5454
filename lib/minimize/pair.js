'use strict';
// Names the two operations that race: the delayed one, and the one that comes first when the run fails and last when it
// passes. Of several that change places so, the one nearest in time is it: with the shortest delay that still fails,
// the delayed operation comes just after the one that overtakes it.
const path = require('node:path');

const { expectations } = require('../analysis/order.js');
const { readTraces } = require('../trace/read.js');
const { keyOf } = require('../trace/operation.js');

const ALIKE = 0.05; // scores that do not tell two operations apart

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
  // A timer that the other order had cleared is what overtakes: it is there in both runs, and comes in one.
  const order = expectations(trace);
  return [...order, ...callsOf(order)].sort((a, b) => Number(a.lost) - Number(b.lost) || a.line - b.line);
}

// What is delayed in the loop ("fs.readFile(a)@b.js:1:2#1/fs.close#1") is a part of the user's call, and what the
// program notices of it is the callback of the call.
function noticedOf({ name, phase }, order) {
  for (let owner = name; owner !== undefined; owner = /^(.*#[0-9]+(?:<[0-9a-f]+)?)\/[^/@]+#[0-9]+$/.exec(owner)?.[1]) {
    const found = order.find((entry) => entry.name === owner && (entry.phase === 'callback' || entry.phase === 'promise'));
    if (found) return found.key;
  }
  return keyOf({ name, phase });
}

/** What a run says about `delayed`: {at, places: Map of key to {index, t, operation}}; undefined: it was not met. */
function orderAround(folder, delayed) {
  for (const trace of readTraces(path.join(folder, 'trace'))) {
    const order = momentsOf(trace);
    if (!order.some((entry) => entry.key === keyOf(delayed))) continue;
    const key = noticedOf(delayed, order);
    const places = new Map();
    const end = Math.max(...order.filter(({ lost }) => !lost).map(({ t }) => t));
    for (const [index, operation] of order.entries()) {
      // One that was lost, because the process ended first, would have come after that.
      const t = operation.lost ? end : operation.t;
      if (!places.has(operation.key)) places.set(operation.key, { index, t, operation });
    }
    return { key, at: places.get(key), places };
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
// comes first is a link of a longer chain, not the one that nobody held up. What a stream starts (a write) follows from
// something that came, which is the better answer where there is one.
function remoteness({ site, delay, phase }) {
  if (delay !== undefined) return 4;
  if (!site) return 3;
  if (/(^|\/)node_modules\//.test(site)) return 2;
  return phase === 'action' ? 1 : 0;
}

function candidatesFor(failing, passing, edge) {
  const operations = new Map();
  for (const { places } of failing) for (const [key, { operation }] of places) operations.set(key, operation);
  // Neither the operation itself nor any other part of the same call.
  const own = failing[0].at.operation.name;
  for (const [key, { name }] of operations) if (name === own || name.startsWith(`${own}/`)) operations.delete(key);
  return [...operations].map(([key, operation]) => {
    const before = share(failing, key, (place, at) => place !== undefined && place.index < at.index);
    const after = share(passing, key, (place, at) => place !== undefined && place.index > at.index);
    return { operation, score: before * after, distance: distance(edge, key), remote: remoteness(operation) };
  });
}

// The best of those whose scores are as good as the highest.
function best(candidates, better) {
  const highest = Math.max(...candidates.map(({ score }) => score));
  if (!(highest > 0)) return undefined;
  return candidates.filter(({ score }) => score >= highest - ALIKE).sort(better)[0];
}

function nearer(a, b) {
  return a.remote - b.remote || a.distance - b.distance;
}

// Where several delays are needed, the earlier ones set the scene: the failure follows from the last change of order.
function later(a, b) {
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
    const candidates = candidatesFor(bad, good, edge.length > 0 ? edge : bad);
    const found = best(candidates, nearer);
    if (!found) continue;
    const when = median(bad.map(({ at }) => at.t));
    pairs.push({ delayed: bad[0].at.operation, overtaker: found.operation, when, ...found });
  }
  return best(pairs, later);
}

module.exports = { findPair };
