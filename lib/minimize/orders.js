'use strict';
// Reads the orders in which the operations of runs happened, with what follows from what.
const path = require('node:path');

const { TURNS, causesOf } = require('../analysis/causes.js');
const { expectations } = require('../analysis/order.js');
const { withOriginals } = require('../analysis/originals.js');
const { clientOf, madeAt, userCallerOf } = require('../analysis/sites.js');
const { nameIn } = require('../analysis/tiers.js');
const { readTraces } = require('../trace/read.js');
const { keyOf } = require('../names/key.js');
const { ownerOf } = require('../names/name.js');
const { isAnswer } = require('./consequences.js');

const DEEPEST = 64;
const INSIDE = /\/connect#[0-9]+(?:\/accepted)?\/ready#[0-9]+$/;
const TICK = /\/tick#[0-9]+$/;

const isTimer = (turn) => turn?.phase === 'timer';

// Returns by the id of an operation the ids of those that it follows from. A call follows from the operation that
// has begun the turn in which it was made, a connection from the call that has made it, and what happens in a
// timer's turn, or arrives next, from the timer.
function linksOf(trace, order) {
  const causeOf = causesOf(trace);
  const links = new Map(trace.operations.map((operation) => [operation.id, new Set([causeOf(operation)])]));
  const makers = new Map();
  for (const { id, name } of trace.operations) {
    const owner = ownerOf(name);
    if (!makers.has(owner)) makers.set(owner, id);
    else links.get(id).add(makers.get(owner));
  }
  let last; // what has begun the last turn
  let cause; // of what happens in this turn
  for (const { id, name, phase, lost } of order) {
    if (lost) break;
    if (TURNS.has(phase)) {
      // The other end of such a connection is in this process, and wrote in the turn before.
      const isAnswer = phase === 'descriptor' && (isTimer(last) || INSIDE.test(name));
      if (isAnswer) links.get(id)?.add(last?.id);
      cause = phase === 'timer' ? id : isAnswer ? last?.id : undefined;
      last = { id, phase };
    } else if (phase !== 'registration' && cause !== undefined) links.get(id)?.add(cause);
  }
  return links;
}

// True if the operation `key` follows from `other`, directly or not.
function followsFrom(places, links, key, other) {
  const [from, to] = [places.get(key), places.get(other)];
  if (!from || !to || from.operation.id === to.operation.id || from.index < to.index) return false;
  const seen = new Set([from.operation.id]);
  for (const id of seen) {
    if (id === to.operation.id) return true;
    if (seen.size > DEEPEST) return false;
    for (const cause of links.get(id) ?? []) if (cause !== undefined) seen.add(cause);
  }
  return false;
}

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
  const peerOf = clientOf(trace);
  const order = expectations(trace).map((operation) => {
    const made = siteOf(operation);
    const site = made ?? operation.site;
    const isMade = made !== undefined && made !== operation.site;
    return { ...operation, site, made: isMade, from: callerOf({ ...operation, site }) ?? peerOf(operation) };
  });
  return [...order, ...callsOf(order)].sort((a, b) => Number(a.lost) - Number(b.lost) || a.line - b.line);
}

// Returns the key of the operation that the program observes. An operation inside the loop, such as
// "fs.readFile(a)@b.js:1:2#1/fs.close#1", is a part of the user's call, and the program observes the callback of that
// call. An arrival is observed itself: a connection or a listener is named after the call before it.
function noticedOf({ name, phase }, order) {
  if (phase === 'descriptor') return keyOf({ name, phase });
  for (let owner = name; owner !== undefined; owner = /^(.*#[0-9]+(?:<[0-9a-f]+)?)\/[^/@]+#[0-9]+$/.exec(owner)?.[1]) {
    const found = order.find((entry) => entry.name === owner && (entry.phase === 'callback' || entry.phase === 'promise'));
    if (found) return found.key;
  }
  return keyOf({ name, phase });
}

function placesIn(order) {
  const places = new Map();
  const ticks = new Map();
  // Not by Math.max(...order): a trace may have more operations than a call may have arguments.
  const end = order.reduce((last, { lost, t }) => (lost ? last : Math.max(last, t)), -Infinity);
  for (const [index, operation] of order.entries()) {
    // A lost operation, which did not happen because the process ended, would have come after the end.
    const t = operation.lost ? end : operation.t;
    if (places.has(operation.key)) continue;
    places.set(operation.key, { index, t, operation });
    if (TICK.test(operation.key)) ticks.set(operation.key.replace(TICK, ''), places.get(operation.key));
  }
  return { places, ticks };
}

// Returns {trace, order, places, ticks, follows} for each trace of a run: `places` maps the key of each operation to
// {index, t, operation}, `ticks` that of each interval to the place of its last tick.
// `follows(key, other)` says if the one follows from the other.
function tracesOf(folder) {
  return readTraces(path.join(folder, 'trace')).map(withOriginals).map((trace) => {
    const order = momentsOf(trace);
    const links = linksOf(trace, order);
    const { places, ticks } = placesIn(order);
    return { trace, order, places, ticks, follows: (key, other) => followsFrom(places, links, key, other) };
  });
}

/**
 * Returns {key, at, order, places}, the order of a run (tracesOf()): `at` is the place of `delayed`. Returns undefined
 * if `delayed` did not occur.
 */
function orderAround(traces, delayed) {
  const found = traces.find(({ places }) => places.has(delayed.key ?? keyOf(delayed)));
  if (!found) return orderAroundTier(traces, delayed);
  const key = delayed.key ?? noticedOf(delayed, found.order);
  return { key, at: found.places.get(key), ...found };
}

// The same for a delayed operation that has another name in each run.
function orderAroundTier(traces, delayed) {
  for (const found of traces) {
    const name = nameIn(found.trace, delayed);
    if (name !== undefined) return orderAround([found], { name, phase: delayed.phase });
  }
  return undefined;
}

// A child's first arrival is that its program runs.
const STARTS = /\/child#[0-9]+\/ready#1$/;
const MOST_STARTED = 16;

const beganAt = ({ trace: { header } }) => Date.parse(header?.started ?? '') || 0;

// Of several processes of one program each has its own operation of this name. The first to carry it out is the one
// that another may overtake. No name tells them apart from run to run.
function firstWith(traces, key) {
  const timeOf = (trace) => {
    const { t, operation } = trace.places.get(key);
    return operation.lost ? Infinity : beganAt(trace) + t;
  };
  const having = traces.filter(({ places }) => places.has(key));
  return having.reduce((first, trace) => (timeOf(trace) < timeOf(first) ? trace : first), having[0]);
}

const COUNT = /#[0-9]+(?:<[0-9a-f]+)?$/;

// Another process that looks again and again needs more or fewer looks in each run, and its last one is what matters.
// Returns [key, place] of the last of each call that was made several times in other traces than `own`, under a key
// that has no count.
function lastOfEach(places, own) {
  const calls = new Map();
  for (const [key, place] of places) {
    const { phase, lost } = place.operation;
    if (own.has(key) || lost || !isAnswer({ phase }) || !COUNT.test(key)) continue;
    const call = `last ${key.replace(COUNT, '')}`;
    calls.set(call, { last: place, several: calls.has(call) });
  }
  return [...calls].filter(([, { several }]) => several).map(([call, { last }]) => [call, last]);
}

// Returns the orders of all traces as one, by the time of day. Keys of operations in other traces than `own` begin with
// the number of their trace: its place among these as they began.
function mergedOf(all, own, delayed) {
  const others = all.filter((trace) => trace !== own).sort((a, b) => beganAt(a) - beganAt(b));
  const traces = [own, ...others];
  const keyIn = (number, key) => (traces[number] === own ? key : `${number} ${key}`);
  const order = traces.flatMap((trace, number) => {
    const began = beganAt(trace);
    return trace.order.map((entry) => ({ ...entry, number, key: keyIn(number, entry.key), t: began + entry.t }));
  });
  order.sort((a, b) => Number(a.lost) - Number(b.lost) || a.t - b.t);
  const merged = placesIn(order);
  const { places } = merged;
  for (const [key, place] of lastOfEach(places, own.places)) places.set(key, place);
  const follows = (key, other) => {
    const [one, two] = [places.get(key)?.operation.number, places.get(other)?.operation.number];
    const inOwn = (text) => (traces[one] === own ? text : text.slice(`${one} `.length));
    return one !== undefined && one === two && traces[one].follows(inOwn(key), inOwn(other));
  };
  const { pid } = own.trace.header ?? {};
  const isBelow = ({ number }) => traces[number] !== own && traces[number].trace.header?.parent === pid;
  const started = STARTS.test(delayed.name) ? order.filter((entry) => isBelow(entry) && isAnswer(entry)) : [];
  return { ...own, ...merged, follows, started: started.slice(0, MOST_STARTED) };
}

// Reading a run's traces takes long, so each is read once. Returns functions of folders and a delayed operation for the
// orders of the runs in which it occurred: `within` its process, and `across`(root) all processes of the run, of which
// one delayed `root`.
function reader() {
  const known = new Map();
  const read = (folder) => known.get(folder) ?? known.set(folder, tracesOf(folder)).get(folder);
  const ordersOf = (tracesIn) => (folders, delayed) => folders
    .map((folder) => orderAround(tracesIn(read(folder)), delayed)).filter(Boolean);
  const across = (root) => ordersOf((traces) => {
    const own = firstWith(traces, keyOf(root)) ?? traces.find(({ trace }) => nameIn(trace, root) !== undefined);
    return own && traces.length > 1 ? [mergedOf(traces, own, root)] : [];
  });
  return { within: ordersOf((traces) => traces), across };
}

/**
 * Returns a function for the operation that the program observes of a moment of the run in `folder` (moments.js), as
 * reader() returns operations; undefined if the run does not have it.
 */
function observedIn(folder) {
  const traces = tracesOf(folder);
  return ({ place, name, phase }) => {
    const found = traces.find(({ trace }, at) => (trace.header?.place ?? String(at)) === place);
    if (!found) return undefined;
    const { places, order } = found;
    const key = phase === 'action' ? keyOf({ name, phase }) : noticedOf({ name, phase }, order);
    return (places.get(key) ?? places.get(keyOf({ name, phase })))?.operation;
  };
}

module.exports = { TICK, observedIn, reader };
