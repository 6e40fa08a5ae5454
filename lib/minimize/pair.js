'use strict';
// Finds the two operations that change places: the delayed one, and the overtaker, which comes before it in failing
// runs and after it in passing ones. Of several such operations the nearest in time is the overtaker: with the shortest
// delay that still fails, the delayed operation comes just after it.
const { arrivalOf, otherEndOf } = require('../analysis/causes.js');
const { isPackage } = require('../analysis/sites.js');
const { keyOf } = require('../names/key.js');
const { ownerOf } = require('../names/name.js');
const { consequencesOf, eventsOf } = require('./consequences.js');
const { conflict, touchesSame, withCounterparts } = require('./counterparts.js');
const { TICK, reader } = require('./orders.js');

const ALIKE = 0.05; // a smaller difference of scores means nothing
// A limit of time may leave thousands. The failure follows from the last change of order.
const MOST_DELAYS = 50;
const SEPARATES = 0.7; // of both: before in failing runs, after in passing ones
const ACROSS = 0.9; // the same for two processes, whose clocks differ a little
const LEAST_TELLING = 2; // runs that have an operation
const NEAR_MS = 20;
const NEAR_CONFLICT_MS = 200; // the same for a change of what the delayed operation touches, or the other way round
const NO_PLACE = 3; // see remoteness()
const ANSWER = 2;
const NO_EVENT = new Set(['timer', 'stall']); // their absence tells nothing

const kindOf = (name) => name.replace(/#[0-9]+$/, '');

function share(orders, holds) {
  return orders.filter(holds).length / orders.length;
}

// True if the operation ran before the delayed one.
function isBefore({ places, at }, key) {
  const place = places.get(key);
  return ran(place) && place.index < at.index;
}

// True if it ran after the delayed one, or was expected then. A tick that an interval does not have would have come
// after its last one.
function isAfter({ places, ticks, at }, key) {
  const place = places.get(key) ?? ticks.get(key.replace(TICK, ''));
  return place !== undefined && place.index > at.index;
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

// Returns the connections at both ends of an arrival, its own one first: "connect#1" and "connect#1/accepted".
function endsOf({ name }) {
  const { connection } = arrivalOf(name);
  return connection === undefined ? [] : [connection, otherEndOf(connection)];
}

// Returns the kinds of events that arrivals at `connection` brought in any of `orders`: "net.Socket.data@a.js:1:2/1".
function broughtBy(connection, orders) {
  if (connection === undefined) return new Set();
  const arrivals = orders.flatMap(({ order }) => order
    .filter(({ name, phase }) => phase === 'descriptor' && arrivalOf(name).connection === connection)
    .map((arrival) => [arrival, order]));
  return new Set(arrivals.flatMap((arrival) => eventsOf(...arrival)).map(({ name }) => kindOf(name)));
}

// An operation that never ran in a failing run is no witness there.
const ran = (place) => place !== undefined && !place.operation.lost;

// Of the passing runs those that tell about the operation. One that follows from a delay that is only just too short is
// not there without any delay, and its absence says nothing.
function tellingAbout(key, passing, below) {
  const has = ({ places }) => places.has(key);
  const having = passing.filter(has);
  return below.some(has) && having.length >= LEAST_TELLING ? having : passing;
}

// Returns {isOwn, isAnswer}, functions of an operation. The delayed operation, other parts of the same call and what
// its connection brings cannot overtake it, and no code runs in a stall. An arrival at the connection's other end is
// more often an answer than a cause.
function kinshipOf({ operation }, orders) {
  const own = operation.name;
  const [here, there] = endsOf(operation);
  const [brought, answers] = [here, there].map((connection) => broughtBy(connection, orders));
  return {
    isOwn: ({ name, phase }) => phase === 'stall' || name === own || name.startsWith(`${own}/`)
      || brought.has(kindOf(name)),
    isAnswer: ({ name }) => answers.has(kindOf(name)) || (there !== undefined && arrivalOf(name).connection === there),
  };
}

function candidatesFor(failing, passing, { above, below }) {
  const operations = new Map();
  for (const { places } of failing) {
    for (const [key, place] of places) if (ran(place)) operations.set(key, place.operation);
  }
  const { isOwn, isAnswer } = kinshipOf(failing[0].at, [...failing, ...passing]);
  return [...operations].filter(([, operation]) => !isOwn(operation)).map(([key, operation]) => {
    const before = share(failing, (run) => isBefore(run, key));
    const after = share(tellingAbout(key, passing, below), (run) => isAfter(run, key));
    const remote = Math.max(remoteness(operation), isAnswer(operation) ? ANSWER : 0);
    const same = touchesSame(operation, failing[0].at.operation);
    const conflicts = same && conflict(operation, failing[0].at.operation);
    return { key, operation, score: before * after, distance: distance(above, key), remote, same, conflicts };
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
  const isNear = ({ distance: gap, conflicts }) =>
    gap <= Math.max(2 * nearest, nearest + (conflicts ? NEAR_CONFLICT_MS : NEAR_MS));
  return candidates.filter(isNear);
}

// A delayed operation that never ran, since something has ended it, is near nothing. With a shorter delay it ran before
// all of these candidates, so the first of them has ended it.
function soonest(candidates, failing) {
  const timeOf = ({ key }) => median(failing.flatMap(({ places }) => places.get(key)?.t ?? []));
  const first = Math.min(...candidates.map(timeOf));
  return near(candidates.map((candidate) => ({ ...candidate, distance: timeOf(candidate) - first })));
}

function nearest(candidates, failing, below) {
  const isEnded = below.length > 0 && failing.every(({ at }) => at.operation.lost);
  return isEnded ? soonest(candidates, failing) : near(candidates);
}

// Leaves out what follows from another candidate: events that come together with their cause are as near. What touches
// the same as the delayed operation explains more than its cause.
function causing(candidates, failing) {
  const isCause = (one, other) => one !== other && !other.same && one.remote <= other.remote &&
    failing.every((run) => run.follows(other.key, one.key));
  return candidates.filter((other) => !candidates.some((one) => isCause(one, other)));
}

function nearer(a, b) {
  return a.remote - b.remote || Number(b.same) - Number(a.same) || a.distance - b.distance;
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
// may lack. Then it has none, or that of the call before its listener or connection was made.
function placed(operation, orders) {
  if (operation.site && (operation.made || operation.phase !== 'descriptor')) return operation;
  const key = keyOf(operation);
  const others = orders.map(({ places }) => places.get(key)?.operation);
  const known = others.find((other) => other?.made) ?? others.find((other) => other?.site);
  return known ? { ...operation, site: known.site, made: known.made, from: known.from } : operation;
}

/**
 * Returns a function of a delay and {above, below}, the folders of runs in which it was long enough to fail and too
 * short. It returns true if these runs show one overtaker only.
 */
function clearness() {
  const orders = reader().within;
  return (delayed, { above, below }) => {
    const [bad, good] = withCounterparts(orders(above, delayed), orders(below, delayed));
    if (bad.length === 0 || good.length === 0) return false;
    const all = separating(candidatesFor(bad, good, { above: bad, below: good }));
    const found = causing(nearest(all, bad, good), bad);
    // One without a place may only be next to the delay as long as that is: a shorter one has another neighbour.
    const isTold = found.every(({ remote }) => remote < NO_PLACE);
    return isTold && new Set(found.map(({ operation }) => operation.name)).size === 1;
  };
}

function overtakerIn({ bad, good, above, below }) {
  const edge = { above: above.length > 0 ? above : bad, below };
  const found = nearest(separating(candidatesFor(bad, good, edge)), bad, below);
  return causing(found, bad).sort(nearer)[0];
}

// Of candidates that are all parts of one call, or of which one call alone touches the same as the delayed operation,
// returns the nearest of that call.
function onlyOne(candidates) {
  const same = candidates.filter((candidate) => candidate.same);
  const isOneCall = (some) => new Set(some.map(({ operation }) => ownerOf(operation.name))).size === 1;
  const found = [candidates, same].find(isOneCall);
  return found?.sort(nearer)[0];
}

// At the edge the noise of the machine may decide. Then only the runs far from it are compared, which have to be clear.
function clearOvertakerIn(bad, good, isOnly) {
  if (!isOnly || bad.length === 0 || good.length === 0) return undefined;
  return onlyOne(causing(near(separating(candidatesFor(bad, good, { above: bad, below: [] }))), bad));
}

// Returns the pair of `delayed`, as findPair() does, and {missing, isCompared}.
function pairOfOne(delayed, { ordersOf, failing, passing, edge, isOnly }) {
  const orders = (folders) => ordersOf(folders, delayed);
  const [far, plainly] = [orders(failing), orders(passing)];
  const [bad, seen] = withCounterparts([...far, ...orders(edge.above)], [...plainly, ...orders(edge.below)]);
  if (bad.length === 0) return { isCompared: false };
  const [above, below] = [bad.slice(far.length), seen.slice(plainly.length)];
  const plain = seen.slice(0, plainly.length);
  const missing = seen.length > 0 ? missingIn(bad, seen) : undefined;
  // Runs without any of several delays differ in many orders, most of which do not matter.
  const good = isOnly ? seen : below;
  if (good.length === 0) return { missing, isCompared: false, bad, seen };
  const found = overtakerIn({ bad, good, above, below }) ?? clearOvertakerIn(bad.slice(0, far.length), plain, isOnly);
  if (!found) return { missing, isCompared: true, bad, seen };
  const when = median(bad.map(({ at }) => at.t));
  const [one, other] = [bad[0].at.operation, found.operation].map((each) => placed(each, [...bad, ...good]));
  return { missing, isCompared: true, pair: { delayed: one, overtaker: other, when, ...found } };
}

const CHILD = /^(.*?)\/(?:child|pipe)#/;
const childOf = ({ name }) => CHILD.exec(name)?.[1];

// Returns the pair of an arrival from a late child that only passing runs have, and the limit of time that was over
// before it: the child that has been ended by it, or whose output came too late, says nothing more. Without a limit it
// is what came of another child: the program has ended by that, so what is late is missing.
function pairOfMissing({ missing, bad = [], seen = [] }) {
  const child = missing && childOf(missing);
  if (child === undefined || bad.length === 0 || child !== childOf(bad[0].at.operation)) return undefined;
  const { key } = missing;
  const lost = { index: Infinity, t: Infinity, operation: { ...missing, lost: true } };
  const never = bad.map((run) => ({ ...run, key, at: lost }));
  const came = seen.map((run) => ({ ...run, key, at: run.places.get(key) }));
  const candidates = candidatesFor(never, came, { above: never, below: came });
  const isRival = ({ operation }) => ![undefined, child].includes(childOf(operation));
  const [found] = [({ operation }) => operation.phase === 'timer', isRival]
    .flatMap((isIt) => causing(soonest(separating(candidates.filter(isIt)), never), never).sort(nearer).slice(0, 1));
  if (!found) return undefined;
  const [delayed, overtaker] = [missing, found.operation].map((each) => placed(each, [...bad, ...seen]));
  return { delayed, overtaker, when: median(bad.map(({ at }) => at.t)), ...found };
}

// The same; where the delayed operation itself changes places with none, the first call that follows from it and does.
function pairOfFirst(delayed, given) {
  const own = pairOfOne(delayed, given);
  if (own.pair || !own.isCompared || !own.bad) return own;
  const [{ at, order, started = [] }] = own.bad;
  for (const call of [...consequencesOf(at.operation, order), ...started]) {
    const { pair } = pairOfOne(call, given);
    if (pair) return { ...own, pair };
  }
  return own;
}

// Looks in other processes and threads if none is found within the delayed operation's own.
function foundPairs({ delays, failing, passing, edges }) {
  const read = reader();
  const given = { failing, passing, isOnly: delays.length === 1 };
  const each = delays.map((delayed, index) => ({ delayed, edge: edges[index] })).slice(-MOST_DELAYS);
  const found = each.map(({ delayed, edge }) => pairOfFirst(delayed, { ...given, edge, ordersOf: read.within }));
  if (!given.isOnly || found[0].pair) return found;
  const [{ delayed, edge }] = each;
  // At the edge the processes' clocks may decide. Runs far from it are clearer.
  for (const { above, below } of [edge, { above: [], below: [] }]) {
    const across = pairOfFirst(delayed, { ...given, edge: { above, below }, ordersOf: read.across(delayed) });
    if (across.pair?.score >= ACROSS) return [{ ...found[0], pair: across.pair }];
  }
  return found;
}

// Returns what foundPairs() does. If none has a pair, what is missing of a late child may have one.
function pairsOf(runs) {
  const found = foundPairs(runs);
  const isFound = found.some(({ pair }) => pair);
  const delays = runs.delays.slice(-MOST_DELAYS);
  return found.map((each, at) => {
    const pair = isFound ? each.pair : pairOfMissing(each);
    return { ...each, pair: pair && { ...pair, by: keyOf(delays[at]) } };
  });
}

// Several delays of one call, such as of its tasks, have one pair.
function isSamePair(one, other) {
  return ['delayed', 'overtaker'].every((half) => keyOf(one[half]) === keyOf(other[half]));
}

/**
 * Returns {pair, others, missing, isCompared}. `pair` is {delayed, overtaker, score, by}, two operations as in the
 * trace whose order separates failing from passing runs, and the key of the delay that makes it; undefined if there are
 * none. Then `missing` may be an operation of passing runs alone. `others` are the pairs of the other delays, which are
 * needed as well, the last in time first.
 * `isCompared` is false if no runs differ in one delay alone.
 * @param runs `delays`, the remaining delays; `failing` and `passing`, the folders of runs with and without them;
 *   `edges[i]`, the folders of runs in which delay i was just long enough to fail (`above`) or too short (`below`).
 */
function findPair(runs) {
  const found = pairsOf(runs);
  const pairs = found.flatMap((each) => each.pair ?? []);
  const pair = separating(pairs).sort(later)[0];
  const others = pairs.filter((other) => other.score >= SEPARATES && !isSamePair(other, pair)).sort(later);
  const missing = found.find((each) => each.missing)?.missing;
  return { pair, others, missing: pair ? undefined : missing, isCompared: found.some(({ isCompared }) => isCompared) };
}

module.exports = { clearness, findPair };
