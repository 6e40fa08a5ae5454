'use strict';
// Makes the plan of one run for the director (lib/preload/requests/prove): which request of the test to wait for, which
// one to send, where each is held, and which tables to read.
const { shapeOf, statementShape } = require('../trace/places.js');
const { placesOfAnswer } = require('./recorded.js');

const other = (who) => (who === 'first' ? 'second' : 'first');

/** Returns how the director recognises an operation: {site, api, statement, nth}. */
function referenceOf(recording, number) {
  const operation = recording.operations.get(number);
  const { site, api } = operation;
  const statement = statementShape(operation.statement);
  const alike = recording.requests.get(operation.request).operations.filter((one) =>
    one.site === site && one.api === api && statementShape(one.statement) === statement);
  return { site, api, statement, nth: alike.findIndex((one) => one.operation === number) + 1 };
}

// [["first",51],["second",51],["second",52],["first",52]]: groups of one request after the other.
function groupsOf(order) {
  const groups = [];
  for (const [who, number] of order) {
    const last = groups.at(-1);
    if (last?.who === who) last.numbers.push(number);
    else groups.push({ who, numbers: [number] });
  }
  return groups;
}

/**
 * Returns the steps that make an order of operations: each starts a request, or lets it go on, up to an operation.
 * `recordings` is {first, second}.
 */
function stepsOf(order, recordings) {
  const groups = groupsOf(order);
  return groups.map(({ who }, index) => {
    const next = groups.slice(index + 1).find((group) => group.who === who);
    return { who, until: next && referenceOf(recordings[who], next.numbers[0]) };
  });
}

const SERIAL = { AB: ['first', 'second'], BA: ['second', 'first'] };

// The operation that follows the first one of a window. Later the program may have told others in the process what it
// writes: by a cache in memory, or a flag.
function early(recording, [start, ...rest]) {
  const { request, end } = recording.operations.get(start);
  const next = recording.requests.get(request).operations.find(({ t, turn }) => t >= end && turn === undefined);
  return next === undefined || rest.length === 0 || next.operation === rest.at(-1) ? undefined : next.operation;
}

/**
 * Returns the orders to force: the one of the candidate, the other way round, with two preemptions, and with the first
 * or the second request held early. `recordings` is {first, second}.
 */
function ordersOf({ order, same, first, second }, recordings) {
  const orders = [order];
  const [a, b] = [first.window, second.window];
  const isWhole = (window) => window.length > 1 && window[0] !== window.at(-1);
  if (!same && isWhole(b)) {
    orders.push([['second', b[0]], ...a.map((number) => ['first', number]), ['second', b.at(-1)]]);
  }
  if (isWhole(a) && isWhole(b)) {
    orders.push([['first', a[0]], ['second', b[0]], ['first', a.at(-1)], ['second', b.at(-1)]]);
  }
  const holds = { first: early(recordings.first, a), second: same ? undefined : early(recordings.second, b) };
  if (holds.first) orders.push([['first', a[0]], ...b.map((number) => ['second', number]), ['first', holds.first]]);
  if (holds.second) orders.push([['second', b[0]], ...a.map((number) => ['first', number]), ['second', holds.second]]);
  const texts = new Set();
  return orders.filter((one) => !texts.has(JSON.stringify(one)) && texts.add(JSON.stringify(one)));
}

// A store of keys is read as one table.
const isOfKeys = (dialect) => dialect === 'redis' || dialect === 'memcached';
const tableRead = (dialect, table) => (isOfKeys(dialect) ? 'keys' : table);

// Tables that one of the requests changes. A statement that is not understood may have changed any table. A store of
// keys is read as one table.
function tablesOf(requests, recordings) {
  const tables = {};
  for (const { operations } of requests) {
    for (const { store, dialect, effects = [] } of operations) {
      const known = () => recordings.flatMap((recording) => [...recording.schemas.get(store) ?? []]);
      for (const { table } of effects.filter((effect) => effect.class !== 'R')) {
        const names = tables[store] ??= new Set();
        const all = table === undefined && !isOfKeys(dialect);
        for (const name of all ? known() : [table]) names.add(tableRead(dialect, name));
      }
    }
  }
  return Object.fromEntries(Object.entries(tables).map(([store, names]) => [store, [...names].sort()]));
}

// Keys of stores that cannot list them.
function keysOf(requests) {
  const keys = {};
  for (const { store, dialect, values = [] } of requests.flatMap(({ operations }) => operations)) {
    if (dialect === 'memcached') keys[store] = [...new Set([...keys[store] ?? [], ...values.map(String)])];
  }
  return keys;
}

const rawOf = ({ method, target, headers, body, base64 }) => ({ method, target, headers, body, base64 });

// All that a request sends, as one text: a value of an answer matters if it stands there.
const textOf = ({ target, headers, body = '' }) => `${target}\n${headers.join('\n')}\n${body}`;

function usedPlaces(request, texts) {
  return [...placesOfAnswer(request)].filter(([, value]) => {
    const escaped = encodeURIComponent(value);
    return texts.some((text) => text.includes(value) || text.includes(escaped));
  });
}

/** The two requests of a candidate with their recordings, and which of them is the test's in a proof. */
class Pair {
  constructor(candidate, recordings, live) {
    this.candidate = candidate;
    this.recordings = { first: recordings[candidate.first.trace], second: recordings[candidate.second.trace] };
    this.requests = {};
    for (const who of ['first', 'second']) this.requests[who] = this.recordings[who].requests.get(candidate[who].request);
    this.live = live ?? this.#earlier();
  }

  #earlier() {
    const { first, second } = this.requests;
    return this.recordings.first === this.recordings.second && second.number < first.number ? 'second' : 'first';
  }

  /** The serial order in which the two were recorded; AB for a copy. */
  get recordedOrder() {
    return this.#earlier() === 'first' ? 'AB' : 'BA';
  }

  // Requests that the sent one depends on and that the test has not sent when the live one arrives.
  #needs() {
    const sent = other(this.live);
    const recording = this.recordings[sent];
    const isThere = (number) => recording === this.recordings[this.live] && number < this.requests[this.live].number;
    const numbers = this.candidate.same ? [] : this.candidate.needs?.[sent] ?? [];
    return numbers.filter((number) => !isThere(number)).map((number) => recording.requests.get(number));
  }

  // Both requests and those of the same process that they cause.
  #flows() {
    return ['first', 'second'].flatMap((who) => {
      const own = this.requests[who];
      if (own.flow === undefined) return [own];
      return [...this.recordings[who].requests.values()].filter(({ flow }) => flow === own.flow);
    });
  }

  #learn(texts) {
    const recording = this.recordings[this.live];
    const earlier = [...recording.requests.values()].filter(({ number }) => number < this.requests[this.live].number);
    return earlier.map((request) => {
      const { shape, ordinal } = request;
      return { shape, ordinal, places: usedPlaces(request, texts) };
    }).filter(({ places }) => places.length > 0);
  }

  /** Returns the plan of a run, without its files. `mode` is AB, BA or forced; `order` is for a forced run. */
  plan(mode, order) {
    const { candidate, requests, live } = this;
    const needs = this.#needs();
    const texts = [...needs, requests[other(live)]].map(textOf);
    const steps = mode === 'forced' ? stepsOf(order, this.recordings) : SERIAL[mode].map((who) => ({ who }));
    const { shape, ordinal } = requests[live];
    return {
      format: 1, mode, live, same: candidate.same === true, steps,
      arrival: { main: this.recordings[live].main, shape, ordinal },
      tables: tablesOf(this.#flows(), Object.values(this.recordings)),
      keys: keysOf(this.#flows()),
      requests: { first: rawOf(requests.first), second: rawOf(requests.second) },
      patience: { first: requests.first.ms, second: requests.second.ms },
      needs: needs.map((need) => ({
        handler: `${need.method} ${need.target}`, status: need.status, request: rawOf(need), places: usedPlaces(need, texts),
      })),
      learn: this.#learn(texts),
    };
  }

  /** Facts about the requests that the judge needs: {methods, sent, deletes}. */
  get about() {
    const { first, second } = this.requests;
    const both = [first, second];
    const deletes = both.flatMap(({ operations }) => operations.flatMap(({ store, dialect, effects = [] }) =>
      effects.filter((effect) => effect.class === 'D').map(({ table }) => `${store} ${tableRead(dialect, table)}`)));
    return {
      methods: { first: first.method, second: second.method },
      // Texts that they sent, to tell generated keys from given ones.
      sent: both.flatMap((request) => `${request.target} ${request.body ?? ''}`.match(/[\w-]+/g) ?? []),
      deletes: [...new Set(deletes)],
    };
  }
}

module.exports = { Pair, ordersOf, referenceOf, shapeOf };
