'use strict';
// Finds the two operations that race: the delayed one, and the overtaker, which comes before it in failing runs and
// after it in passing ones. Of several such operations the nearest in time is the overtaker: with the shortest delay
// that still fails, the delayed operation comes just after it.
const path = require('node:path');

const { arrivalOf } = require('../analysis/causes.js');
const { expectations } = require('../analysis/order.js');
const { withOriginals } = require('../analysis/originals.js');
const { isPackage, madeAt, userCallerOf } = require('../analysis/sites.js');
const { readTraces } = require('../trace/read.js');
const { keyOf } = require('../names/key.js');
const { consequencesOf, eventsOf } = require('./consequences.js');

const ALIKE = 0.05; // a smaller difference of scores means nothing
// A limit of time may leave thousands. The failure follows from the last change of order.
const MOST_DELAYS = 50;
const SEPARATES = 0.7; // of both: before in failing runs, after in passing ones
const NEAR_MS = 20;
const NO_PLACE = 3; // see remoteness()
const NO_EVENT = new Set(['timer', 'stall']); // their absence tells nothing

const kindOf = (name) => name.replace(/#[0-9]+$/, '');

// Returns an entry for each call that is not delayed, with the key that a delayed one has. The trace has no line for
// it, but the call is made when its completion is decided. A race is often about a call that comes before the operation
// that it depends on.
function callsOf(order) {
  const delayedStarts = new Set(order.filter(({ phase }) => phase === 'registration').map(({ name }) => name));
  return order
    .filter(({ phase, name }) => (phase === 'callback' || phase === 'promise') && !delayedStarts.has(name))
    .map(({ decided, decidedLine, ...operation }) => {
      const moment = { t: decided, decided, line: decidedLine, phase: 'registration', delay: undefined, lost: false };
      return { ...operation, ...moment, key: keyOf({ name: operation.name, phase: 'registration' }) };
    });
}

function momentsOf(trace) {
  // Cleared timers are included: the overtaker may be a timer that fires in one order and is cleared in the other.
  const siteOf = madeAt(trace);
  const callerOf = userCallerOf(trace);
  const order = expectations(trace).map((operation) => {
    const made = siteOf(operation);
    const site = made ?? operation.site;
    const isMade = made !== undefined && made !== operation.site;
    return { ...operation, site, made: isMade, from: callerOf({ ...operation, site }) };
  });
  return [...order, ...callsOf(order)].sort((a, b) => Number(a.lost) - Number(b.lost) || a.line - b.line);
}

// Returns the key of the operation that the program observes. An operation inside the loop, such as
// "fs.readFile(a)@b.js:1:2#1/fs.close#1", is a part of the user's call, and the program observes the callback of that
// call.
function noticedOf({ name, phase }, order) {
  for (let owner = name; owner !== undefined; owner = /^(.*#[0-9]+(?:<[0-9a-f]+)?)\/[^/@]+#[0-9]+$/.exec(owner)?.[1]) {
    const found = order.find((entry) => entry.name === owner && (entry.phase === 'callback' || entry.phase === 'promise'));
    if (found) return found.key;
  }
  return keyOf({ name, phase });
}

// Returns {order, places} for each trace of a run: `places` maps the key of each operation to {index, t, operation}.
function tracesOf(folder) {
  return readTraces(path.join(folder, 'trace')).map(withOriginals).map((trace) => {
    const order = momentsOf(trace);
    const places = new Map();
    // Not by Math.max(...order): a trace may have more operations than a call may have arguments.
    const end = order.reduce((last, { lost, t }) => (lost ? last : Math.max(last, t)), -Infinity);
    for (const [index, operation] of order.entries()) {
      // A lost operation, which did not happen because the process ended, would have come after the end.
      const t = operation.lost ? end : operation.t;
      if (!places.has(operation.key)) places.set(operation.key, { index, t, operation });
    }
    return { order, places };
  });
}

/**
 * Returns {key, at, order, places}, the order of a run (tracesOf()): `at` is the place of `delayed`. Returns undefined
 * if `delayed` did not occur.
 */
function orderAround(traces, delayed) {
  const found = traces.find(({ places }) => places.has(keyOf(delayed)));
  if (!found) return undefined;
  const key = noticedOf(delayed, found.order);
  return { key, at: found.places.get(key), ...found };
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

// Ranks candidates for the overtaker; lower is better. The user's code explains more than code of a package, and a call
// site more than none. An operation that is delayed itself is a link of a longer chain. An operation that a stream
// starts, such as a write, follows from an earlier event, which explains more.
function remoteness({ site, delay, phase }) {
  if (delay !== undefined) return 4;
  if (!site) return NO_PLACE;
  if (isPackage(site)) return 2;
  return phase === 'action' ? 1 : 0;
}

// Returns the kinds of events that the connection's arrivals brought in any of `orders`: "net.Socket.data@a.js:1:2/1".
function broughtBy(delayed, orders) {
  const { connection } = arrivalOf(delayed.name);
  const arrivals = orders.flatMap(({ order }) => order
    .filter(({ name, phase }) => phase === 'descriptor' && arrivalOf(name).connection === connection)
    .map((arrival) => [arrival, order]));
  const events = connection === undefined ? [] : arrivals.flatMap((arrival) => eventsOf(...arrival));
  return new Set(events.map(({ name }) => kindOf(name)));
}

// An operation that never ran in a failing run is no witness there.
const ran = (place) => place !== undefined && !place.operation.lost;

function candidatesFor(failing, passing, edge) {
  const operations = new Map();
  for (const { places } of failing) {
    for (const [key, place] of places) if (ran(place)) operations.set(key, place.operation);
  }
  // The delayed operation, other parts of the same call and what the connection brings cannot overtake it, and no code
  // runs in a stall.
  const own = failing[0].at.operation.name;
  const brought = broughtBy(failing[0].at.operation, [...failing, ...passing]);
  const isOwn = (name) => name === own || name.startsWith(`${own}/`) || brought.has(kindOf(name));
  for (const [key, { name, phase }] of operations) if (isOwn(name) || phase === 'stall') operations.delete(key);
  return [...operations].map(([key, operation]) => {
    const before = share(failing, key, (place, at) => ran(place) && place.index < at.index);
    const after = share(passing, key, (place, at) => place !== undefined && place.index > at.index);
    return { operation, score: before * after, distance: distance(edge, key), remote: remoteness(operation) };
  });
}

// Returns the candidates whose scores are about the highest, if these separate failing from passing runs.
function separating(candidates) {
  const highest = Math.max(...candidates.map(({ score }) => score));
  return highest >= SEPARATES ? candidates.filter(({ score }) => score >= highest - ALIKE) : [];
}

// Returns the candidates near the nearest in time. With the shortest delay that fails, the delayed operation comes just
// after the overtaker; what is far from it, such as an event of another test, only follows.
function near(candidates) {
  const nearest = Math.min(...candidates.map((candidate) => candidate.distance));
  return candidates.filter((candidate) => candidate.distance <= Math.max(2 * nearest, nearest + NEAR_MS));
}

function nearer(a, b) {
  return a.remote - b.remote || a.distance - b.distance;
}

// If several delays are needed, the failure follows from the last change of order. The earlier ones only prepare it.
function later(a, b) {
  return a.remote - b.remote || b.when - a.when;
}

// Returns an operation of the user's code that each passing run has and no failing one: its absence is what is known.
function missingIn(bad, good) {
  const candidates = [];
  for (const [key, { operation }] of good[0].places) {
    const isInGood = good.every(({ places }) => ran(places.get(key)));
    const isInBad = bad.some(({ places }) => ran(places.get(key)));
    if (!isInGood || isInBad || key === good[0].key || NO_EVENT.has(operation.phase)) continue;
    candidates.push({ operation, remote: remoteness(operation), distance: distance(good, key) });
  }
  return candidates.sort(nearer)[0]?.operation;
}

// Returns `operation` with its place. The place of an arrival is known by the event that follows, which a failing run
// may lack.
function placed(operation, orders) {
  if (operation.site) return operation;
  const key = keyOf(operation);
  const known = orders.map(({ places }) => places.get(key)?.operation).find((other) => other?.site);
  return known ? { ...operation, site: known.site, made: known.made, from: known.from } : operation;
}

// Reading a run's traces takes long, so each is read once. Returns a function of folders and a delayed operation for
// the orders of the runs in which it occurred.
function reader() {
  const known = new Map();
  const read = (folder) => known.get(folder) ?? known.set(folder, tracesOf(folder)).get(folder);
  return (folders, delayed) => folders.map((folder) => orderAround(read(folder), delayed)).filter(Boolean);
}

/**
 * Returns a function of a delay and {above, below}, the folders of runs in which it was long enough to fail and too
 * short. It returns true if these runs show one overtaker only.
 */
function clearness() {
  const orders = reader();
  return (delayed, { above, below }) => {
    const [bad, good] = [orders(above, delayed), orders(below, delayed)];
    if (bad.length === 0 || good.length === 0) return false;
    const found = near(separating(candidatesFor(bad, good, bad)));
    // One without a place may only be next to the delay as long as that is: a shorter one has another neighbour.
    const isTold = found.every(({ remote }) => remote < NO_PLACE);
    return isTold && new Set(found.map(({ operation }) => operation.name)).size === 1;
  };
}

function overtakerIn({ bad, good, edge }) {
  return near(separating(candidatesFor(bad, good, edge.length > 0 ? edge : bad))).sort(nearer)[0];
}

// At the edge the noise of the machine may decide. Then only the runs far from it are compared, which have to be clear.
function clearOvertakerIn(bad, good, isOnly) {
  if (!isOnly || bad.length === 0 || good.length === 0) return undefined;
  const found = near(separating(candidatesFor(bad, good, bad)));
  return found.length === 1 ? found[0] : undefined;
}

// Returns the pair of `delayed`, as findPair() does, and {missing, isCompared}.
function pairOfOne(delayed, { ordersOf, failing, passing, edge, isOnly }) {
  const orders = (folders) => ordersOf(folders, delayed);
  const above = orders(edge.above);
  const below = orders(edge.below);
  const bad = [...orders(failing), ...above];
  const plain = orders(passing);
  if (bad.length === 0) return { isCompared: false };
  const seen = [...plain, ...below];
  const missing = seen.length > 0 ? missingIn(bad, seen) : undefined;
  // Runs without any of several delays differ in many orders, most of which do not matter.
  const good = isOnly ? seen : below;
  if (good.length === 0) return { missing, isCompared: false };
  const found = overtakerIn({ bad, good, edge: above }) ?? clearOvertakerIn(orders(failing), plain, isOnly);
  if (!found) return { missing, isCompared: true, bad };
  const when = median(bad.map(({ at }) => at.t));
  const [one, other] = [bad[0].at.operation, found.operation].map((each) => placed(each, [...bad, ...good]));
  return { missing, isCompared: true, pair: { delayed: one, overtaker: other, when, ...found } };
}

// The same; where the delayed operation itself changes places with none, the first call that follows from it and does.
function pairOfFirst(delayed, given) {
  const own = pairOfOne(delayed, given);
  if (own.pair || !own.bad) return own;
  const [{ at, order }] = own.bad;
  for (const call of consequencesOf(at.operation, order)) {
    const { pair } = pairOfOne(call, given);
    if (pair) return { ...own, pair };
  }
  return own;
}

/**
 * Returns {pair, missing, isCompared}. `pair` is {delayed, overtaker, score}, two operations as in the trace whose
 * order separates failing from passing runs; undefined if there are none. Then `missing` may be an operation of passing
 * runs alone. `isCompared` is false if no runs differ in one delay alone.
 * @param runs `delays`, the remaining delays; `failing` and `passing`, the folders of runs with and without them;
 *   `edges[i]`, the folders of runs in which delay i was just long enough to fail (`above`) or too short (`below`).
 */
function findPair({ delays, failing, passing, edges }) {
  const given = { ordersOf: reader(), failing, passing, isOnly: delays.length === 1 };
  const found = delays
    .map((delayed, index) => ({ delayed, edge: edges[index] }))
    .slice(-MOST_DELAYS)
    .map(({ delayed, edge }) => pairOfFirst(delayed, { ...given, edge }));
  const pair = separating(found.flatMap((each) => each.pair ?? [])).sort(later)[0];
  const missing = found.find((each) => each.missing)?.missing;
  return { pair, missing: pair ? undefined : missing, isCompared: found.some(({ isCompared }) => isCompared) };
}

module.exports = { clearness, findPair };
