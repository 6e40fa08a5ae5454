'use strict';
// Makes the plan of one run for the director (lib/preload/requests/prove): which request of the test to wait for, which
// one to send, where each is held, and which tables to read.
const { sentPlaces } = require('../../trace/sent-places.js');
const { otherSide, SIDES } = require('../../trace/protocol.js');
const { writesIn } = require('../judge/acts.js');
const { removalsIn } = require('../judge/consumed.js');
const { flowOf, operationsIn, referenceOf } = require('../recording/flow.js');
const { betweenOf, hasOneOrder } = require('./between.js');
const { heldFor } = require('./holds.js');
const { ownTurnsOf } = require('./own-requests.js');
const { servicesOf, thereFor } = require('./participants.js');
const { MEMORY, nameOf } = require('../recording/probes.js');
const { messagesOf, queuesOf } = require('../recording/queues.js');
const { placesOfAnswer } = require('../recording/recorded.js');
const { startedOf } = require('../recording/placed.js');
const { foldersOf, keysOf, storesOf, tableRead, tablesOf, touchedOf } = require('./tables.js');

// [["first",51],["second",51],["second",52],["first",52]]: groups of one request after the other. A third item of a
// step is the trace of its operation, if the window is of several processes. A fourth one, true: held with its result;
// 'overlap': held before the commit of a statement that is in no transaction.
function groupsOf(order) {
  const groups = [];
  for (const step of order) {
    const last = groups.at(-1);
    if (last?.who === step[0]) last.steps.push(step);
    else groups.push({ who: step[0], steps: [step] });
  }
  return groups;
}

// With its result; that of a single statement, before its commit.
const heldWith = (isAfter) => isAfter && { isAfter: true, ...(isAfter === 'overlap' && { isCommit: true }) };

/**
 * Returns the steps that make an order of operations: each starts a request, or lets it go on, up to an operation.
 * `recordings` is {first, second, all, host}: `host` is the recording of the process that gets the request of the test,
 * if not that of each. For branches of one request also {operationsOf(who)}: the operations of a branch.
 */
function stepsOf(order, recordings) {
  const groups = groupsOf(order);
  return groups.map(({ who }, index) => {
    const next = groups.slice(index + 1).find((group) => group.who === who);
    if (next === undefined) return { who, until: undefined };
    const [[, number, trace, isAfter]] = next.steps;
    const own = recordings[who];
    const place = trace === undefined ? own : recordings.all[trace];
    const { recording, number: held } = heldFor(place, number, recordings.operationsOf ? [] : recordings.all);
    const reference = { ...referenceOf(recording, held, recordings.operationsOf?.(who)), ...heldWith(isAfter) };
    return { who, until: recording === (recordings.host ?? own) ? reference : { main: recording.main, ...reference } };
  });
}

const LATE_MS = 20; // a timer may be early
const UNSEEN_MS = 300; // for messages that only another order sends, which no recording tells of

// A lock of the request that is held first runs out before the other one takes it.
const afterExpiry = (steps, { expires }) => (expires === undefined ? steps
  : steps.map((step, index) => (index === 1 ? { ...step, pause: expires + LATE_MS } : step)));

// Both calls go on until they wait for the tool's lock, or for each other.
const latched = ([{ who, until }], { latch }) => (
  [{ who, until }, { who, latch }, { who: otherSide(who), isLatched: true }]);

const SERIAL = { AB: ['first', 'second'], BA: ['second', 'first'] };

// The operation that follows the first one of a window. Later the program may have told others in the process what it
// writes: by a cache in memory, or a flag.
function early(recording, { window: [start, ...rest], traces, operations }) {
  if (traces !== undefined) return undefined;
  const { request, end } = recording.operations.get(start);
  const isOwn = (one) => operations === undefined || operations.some(({ operation }) => operation === one.operation);
  const next = recording.requests.get(request).operations.find((one) =>
    one.t >= end && one.turn === undefined && isOwn(one));
  return next === undefined || rest.length === 0 || next.operation === rest.at(-1) ? undefined : next.operation;
}

// The steps of both windows, and the order of the candidate in such steps.
function stepsIn(candidate) {
  const steps = {};
  for (const who of SIDES) {
    const { window, traces } = candidate[who];
    steps[who] = window.map((number, index) => (traces === undefined ? [who, number] : [who, number, traces[index]]));
  }
  const next = { first: 0, second: 0 };
  return { ...steps, order: candidate.order.map(([who]) => steps[who][next[who]++]) };
}

/**
 * Returns the orders to force: the one of the candidate, the other way round, with two preemptions, and with the first
 * or the second request held early. `recordings` is {first, second}.
 */
function ordersOf(candidate, recordings) {
  const { same, shared, holdsAnswer, overtakes, latch, orders: given } = candidate;
  if (given) return given;
  const { first: a, second: b, order } = stepsIn(candidate);
  if (holdsAnswer || overtakes || latch) return [order];
  // One connection carries out statements in the order in which they are made.
  const at = ([who, number]) => recordings[who].operations.get(number).t;
  if (shared) return [[...a, ...b].sort((one, other) => at(one) - at(other))];
  const orders = [order];
  const isWhole = (window) => window.length > 1 && String(window[0]) !== String(window.at(-1));
  if (!same && isWhole(b)) orders.push([b[0], ...a, b.at(-1)]);
  if (isWhole(a) && isWhole(b)) orders.push([a[0], b[0], a.at(-1), b.at(-1)]);
  const holds = {
    first: early(recordings.first, candidate.first),
    second: same ? undefined : early(recordings.second, candidate.second),
  };
  if (holds.first) orders.push([a[0], ...b, ['first', holds.first]]);
  if (holds.second) orders.push([b[0], ...a, ['second', holds.second]]);
  const texts = new Set();
  return orders.filter((one) => !texts.has(JSON.stringify(one)) && texts.add(JSON.stringify(one)));
}

const POOLED = new Set(['postgres', 'mysql', 'sqlite']); // dialects of stores that programs use over pools

/**
 * Returns the orders in which one request is held from the start, until the other one waits in the process for what it
 * has, as for the only connection of a pool. Then both go on as the queue lets them. `recordings` is {all}.
 */
function queuedOrders(candidate, { all }) {
  const { first, second, same, store } = candidate;
  const { dialect } = all[first.traces?.[0] ?? first.trace].operations.get(first.window[0]) ?? {};
  if (hasOneOrder(candidate) || store === MEMORY || !POOLED.has(dialect)) return [];
  const { first: a, second: b } = stepsIn({ first, second, order: [] });
  const orders = [[a[0], ...b, a[0], a.at(-1)]];
  return same ? orders : [...orders, [b[0], ...a, b[0], b.at(-1)]];
}

// Another program than that of the request of the test, `host`, may have had it: then it is sent there.
function rawOf({ method, target, headers, body, base64, via, server }, recording, host) {
  const isThere = recording === undefined || recording.isForeign || recording.main === host.main;
  const to = isThere ? undefined : { main: recording.main, server, via };
  return { method, target, headers, body, base64, to };
}

// All that a request sends, as one text: a value of an answer matters if it stands there.
const textOf = ({ target, headers, body = '' }) => `${target}\n${headers.join('\n')}\n${body}`;

const usedIn = (places, texts) => [...places].filter(([, value]) => {
  const escaped = encodeURIComponent(value);
  return texts.some((text) => text.includes(value) || text.includes(escaped));
});

const usedPlaces = (request, texts) => usedIn(placesOfAnswer(request), texts);

const DISTINCTIVE = 4; // characters of a value that a request sends: it stands nowhere else by chance

// Values that a request sends, but for its body, which is not known yet when it arrives.
const usedSent = ({ target, headers }, texts) => usedIn(
  [...sentPlaces({ target, headers })].filter(([, value]) => value.length >= DISTINCTIVE), texts);

/** Returns what requests change, for the judge: {made: paths of keys that a store makes, deletes, writes, removals}. */
function changesOf(requests) {
  const operations = requests.flatMap(({ operations: own }) => own);
  const effects = operations.flatMap(({ store, dialect, effects: own = [] }) =>
    own.map((effect) => ({ ...effect, path: `${store} ${tableRead(dialect, effect.table)}` })));
  return {
    made: [...new Set(effects.filter(({ made }) => made).map(({ path, made }) => `${path}.${made}`))],
    deletes: [...new Set(effects.filter((effect) => effect.class === 'D').map(({ path }) => path))],
    writes: writesIn(operations), removals: removalsIn(operations),
  };
}

/** The two requests of a candidate with their recordings, and which of them is the test's in a proof. */
class Pair {
  constructor(candidate, recordings, live) {
    this.candidate = candidate;
    const { first, second } = candidate;
    this.recordings = { first: recordings[first.trace], second: recordings[second.trace], all: recordings };
    this.requests = {};
    for (const who of SIDES) this.requests[who] = this.recordings[who].requests.get(candidate[who].request);
    this.live = live ?? this.#earlier();
    if (this.recordings.first.main !== this.recordings.second.main) this.recordings.host = this.recordings[this.live];
  }

  #earlier() {
    const { first, second } = this.requests;
    if (this.recordings.first === this.recordings.second) return second.number < first.number ? 'second' : 'first';
    const at = (who) => startedOf(this.recordings[who]) + this.requests[who].t;
    return at('second') < at('first') ? 'second' : 'first';
  }

  /** The serial order in which the two were recorded; AB for a copy. */
  get recordedOrder() {
    return this.#earlier() === 'first' ? 'AB' : 'BA';
  }

  #rawOf(request) {
    const { all, [this.live]: host } = this.recordings;
    const isOf = (recording) => [...recording.requests.values()].includes(request);
    return rawOf(request, isOf(host) ? host : all.find(isOf), host);
  }

  // Requests that the sent one depends on and that the test has not sent when the live one arrives.
  #needs() {
    const sent = otherSide(this.live);
    const recording = this.recordings[sent];
    const isThere = (number) => recording === this.recordings[this.live] && number < this.requests[this.live].number;
    const needs = this.candidate.same ? [] : this.candidate.needs?.[sent] ?? [];
    const requestOf = (need) => (typeof need === 'number' ? recording : this.recordings.all[need.trace])
      .requests.get(need.request ?? need);
    return needs.filter((need) => !isThere(need)).map(requestOf);
  }

  // Requests whose answers show what is in memory.
  #probes() {
    return (this.candidate.probes ?? []).map((number) => this.recordings[this.live].requests.get(number));
  }

  // Both requests and those that they cause, also in other processes.
  #flows() {
    const { first, second } = this.requests;
    const own = this.recordings.all.filter(({ isForeign }) => !isForeign);
    return [first, second].flatMap((request) => flowOf(request, own));
  }

  // Their flows, and the requests that the windows are of: one that was refused might have done what these do.
  #models() {
    if (this.candidate.of) return this.#flows();
    const own = this.recordings.all.filter(({ isForeign }) => !isForeign);
    const operations = SIDES.flatMap((who) => this.windowOf(who)).filter(Boolean);
    const owners = operations.flatMap((one) => own.filter((recording) => (
      recording.operations.get(one.operation) === one)).map((recording) => recording.requests.get(one.request)));
    return [...new Set([...this.#flows(), ...owners.filter(Boolean)])];
  }

  /** The recorded operations of the window of `who`. */
  windowOf(who) {
    return operationsIn(this.candidate[who], who, this.recordings);
  }

  #learn(texts) {
    const recording = this.recordings[this.live];
    const earlier = [...recording.requests.values()].filter(({ number }) => number < this.requests[this.live].number);
    return earlier.map((request) => {
      const { shape, ordinal } = request;
      return { shape, ordinal, places: usedPlaces(request, texts), sent: usedSent(request, texts) };
    }).filter(({ places, sent }) => places.length + sent.length > 0);
  }

  /** Returns the steps of a run. A request is held before an operation, or when that has its result. */
  steps(mode, order) {
    if (mode === 'between') return stepsOf(order, this.recordings);
    if (mode !== 'forced') return SERIAL[mode].map((who) => ({ who }));
    if (this.candidate.latch) return latched(stepsOf(order, this.recordings), this.candidate);
    const steps = afterExpiry(stepsOf(order, this.recordings), this.candidate);
    if (!this.candidate.holdsAnswer) return steps;
    return steps.map(({ until, ...step }) => ({ ...step, until: until && { ...until, isAfter: true } }));
  }

  /**
   * Returns the plan of a run, without its files. `mode` is AB, BA, forced or between; `order` is for the latter two,
   * and in the last one that of betweenOf().
   */
  plan(mode, order) {
    const { candidate, requests, live } = this;
    const needs = this.#needs();
    const flow = [...this.#flows(), ...needs];
    const probes = this.#probes();
    const texts = [...needs, requests[otherSide(live)], ...probes].map(textOf);
    const steps = this.steps(mode, order);
    const isLate = mode === 'between' || (mode === 'forced' && betweenOf(candidate, order, this.recordings) !== undefined);
    const { shape, ordinal } = requests[live];
    return {
      format: 1, mode, live, same: candidate.same === true, steps, ...(isLate && { grace: UNSEEN_MS }),
      arrival: { main: this.recordings[live].main, shape, ordinal },
      own: ownTurnsOf(this.recordings[live], requests[live]),
      tables: tablesOf(this.#models(), this.recordings.all),
      stores: storesOf(this.recordings[live]), folders: foldersOf(this.recordings[live]),
      services: servicesOf(this.recordings[live], flow, this.recordings.all),
      probes: probes.length === 0 ? undefined : probes.map((one) => ({ name: nameOf(one), request: this.#rawOf(one) })),
      probesLast: candidate.holdsAnswer, // earlier ones would fill the cache
      queues: queuesOf(this.recordings.all, this.#flows()),
      messages: messagesOf(requests, thereFor(this.recordings[live], flow, this.recordings.all), this.#flows()),
      keys: keysOf(this.#models()), touched: touchedOf(this.#models()),
      requests: { first: this.#rawOf(requests.first), second: this.#rawOf(requests.second) },
      patience: { first: requests.first.ms, second: requests.second.ms },
      needs: needs.map((need) => ({
        handler: `${need.method} ${need.target}`, status: need.status, request: this.#rawOf(need), places: usedPlaces(need, texts),
      })),
      learn: this.#learn(texts),
    };
  }

  /** Facts about the requests that the judge needs: {methods, handlers, sent, table, isCopy, ...changesOf()}. */
  get about() {
    const { first, second } = this.requests;
    const both = [first, second];
    return {
      methods: { first: first.method, second: second.method },
      handlers: { first: this.candidate.first.handler, second: this.candidate.second.handler },
      // Texts that they sent, to tell generated keys from given ones.
      sent: both.flatMap((request) => `${request.target} ${request.body ?? ''}`.match(/[\w-]+/g) ?? []),
      targets: { first: first.target, second: second.target },
      table: this.candidate.table,
      isInMemory: this.candidate.store === MEMORY,
      isOnce: this.candidate.isOnce,
      mayKeep: this.candidate.holdsAnswer ? 'first' : undefined,
      isCopy: this.candidate.same === true,
      expires: this.candidate.expires,
      ...changesOf(this.#models()),
    };
  }
}

/**
 * Two requests of which the second needs the answer to the first one, but not what its consumers do (under-way.js). One
 * by one it is sent when the first one's messages are dealt with, or before: so `BA` has no whole order.
 */
class PairUnderWay extends Pair {
  /** As Pair's. */
  steps(mode, order) {
    return mode === 'BA' ? stepsOf(this.candidate.before, this.recordings) : super.steps(mode, order);
  }

  /** As Pair's. */
  plan(mode, order) {
    const { first, second } = this.requests;
    return { grace: UNSEEN_MS, ...super.plan(mode, order), learnLive: usedPlaces(first, [textOf(second)]) };
  }
}

module.exports = {
  Pair, PairUnderWay, SERIAL, changesOf, ordersOf, queuedOrders, stepsOf,
};
