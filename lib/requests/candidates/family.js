'use strict';
// Says which candidates belong together: one race shows in several patterns, windows and rows.
const path = require('node:path');

const { statementShape } = require('../../trace/places.js');
const { MEMORY } = require('../recording/probes.js');

const KEY = ':key';
const DOUBLE_USE = 'double use';
const DEADLOCK = 'locks';

// A segment of a path that names the row is a parameter, if the server has no framework that tells its routes.
function routeOf(handler, keys = {}) {
  if (typeof handler !== 'string') return ''; // a file of candidates need not have one
  const values = new Set(Object.values(keys).flat().map(String).flatMap((value) => [value, path.parse(value).name]));
  return handler.split('/').map((part) => (values.has(part) ? KEY : part)).join('/');
}

// `of` is the request of which the two are branches.
const handlersOf = ({ of, first, second, keys }) => [
  of && routeOf(of.handler, keys), [first, second].map(({ handler }) => routeOf(handler, keys)).sort(),
];

// A deadlock is mended by another order of locks, and no lost update is.
const isDeadlock = ({ pattern }) => pattern === DEADLOCK;

/** Returns a text that is equal for candidates of which one that is proved stands for all. */
const familyOf = (candidate) => JSON.stringify([
  ...handlersOf(candidate), candidate.store, candidate.table, isDeadlock(candidate),
]);

function isOfRoute(handler, route) {
  const parts = handler.split('/');
  const pattern = route.split('/');
  return parts.length === pattern.length && pattern.every((part, i) => part === KEY || part === parts[i]);
}

/** Races on stores, which also explain a limit that looks as if it were kept in memory. */
class Explained {
  #sides = []; // {handler, route, sites}
  #recordings;

  constructor(recordings = []) {
    this.#recordings = recordings;
  }

  add({ first, second, keys }) {
    for (const side of [first, second]) {
      const sites = new Set(side.sites);
      for (const handler of this.#handlersOf(side)) this.#sides.push({ handler, route: routeOf(handler, keys), sites });
    }
  }

  // Of a request and of the one that makes its statements, in a service.
  #handlersOf({ handler, within }) {
    const inner = within && this.#recordings[within.trace]?.requests.get(within.request);
    return inner ? [handler, inner.handler ?? inner.shape] : [handler];
  }

  /** Returns whether a race that was added explains `candidate`, one on memory. */
  has({ store, first }) {
    const isSame = ({ handler, route, sites }) => handler === first.handler ||
      (isOfRoute(first.handler, route) && first.sites.every((site) => sites.has(site)));
    return store === MEMORY && this.#sides.some(isSame);
  }
}

// The gravest loss of a family is told with the first of its races. Another one may do more harm at another place.
const GRAVEST = new Set([DOUBLE_USE, 'crash']);
const lastSites = ({ first, second }) => [first, second].map(({ sites = [] }) => sites.at(-1)).sort();

// The same statements at the same call sites, whichever table has the conflict. Undefined where one is not known.
function endsOf(candidate) {
  if (isDeadlock(candidate)) return undefined;
  const ends = [candidate.first, candidate.second].map(({ sites = [], statements = [] }) => (
    sites.at(-1) && statements.at(-1) && `${sites.at(-1)} ${statementShape(statements.at(-1))}`));
  return ends.every(Boolean) ? JSON.stringify([handlersOf(candidate), ends.sort()]) : undefined;
}

/**
 * Returns a text that is equal for a candidate within one request and for one of two such requests whose windows end at
 * the same call sites. Undefined if there is no such one.
 */
function rootOf({ of, first, second, store, table, keys }) {
  if (of === undefined && first.handler !== second.handler) return undefined;
  return JSON.stringify([routeOf((of ?? first).handler, keys), store, table, lastSites({ first, second })]);
}

// Of the same two requests both succeed, or they do not: a double use is one, whatever table shows it.
const pairOf = ({ first, second, same }) => JSON.stringify([
  same === true, ...[first, second].map(({ trace, request }) => `${trace}:${request}`).sort(),
]);

/** The races that were told, by family: one stands for all whose windows end at the same call sites. */
class Families {
  #told = new Map(); // family -> {kinds, ends: texts of call sites}
  #within = new Set(); // roots of races within one request
  #ends = new Set(); // as of endsOf()
  #usedTwice = new Set(); // pairs of requests
  #handlers = new Set(); // of races of two requests

  add(candidate, { loss: { kind } }) {
    const family = familyOf(candidate);
    const { kinds, ends } = this.#told.get(family) ?? { kinds: new Set(), ends: new Set() };
    kinds.add(kind);
    ends.add(String(lastSites(candidate)));
    this.#told.set(family, { kinds, ends });
    if (candidate.of) this.#within.add(rootOf(candidate));
    else this.#handlers.add(String(handlersOf(candidate)));
    const windowEnds = endsOf(candidate);
    if (windowEnds) this.#ends.add(windowEnds);
    if (kind === DOUBLE_USE && !candidate.of) this.#usedTwice.add(pairOf(candidate));
  }

  // Two such requests do to each other what one does to itself.
  covers(candidate) {
    if (this.#within.has(rootOf(candidate)) || this.#ends.has(endsOf(candidate))) return true;
    const told = this.#told.get(familyOf(candidate));
    if (told === undefined) return false;
    return told.ends.has(String(lastSites(candidate))) || [...told.kinds].some((kind) => GRAVEST.has(kind));
  }

  // Those within one request keep their place before ones of two such requests.
  hasRaceOf(candidate) {
    return !candidate.of && this.#handlers.has(String(handlersOf(candidate)));
  }

  /** Returns whether a race of `candidate` is of a kind that its family, or its pair of requests, was told of. */
  knows(candidate, { loss: { kind } }) {
    if (kind === DOUBLE_USE && !candidate.of && this.#usedTwice.has(pairOf(candidate))) return true;
    return this.#told.get(familyOf(candidate))?.kinds.has(kind) === true;
  }
}

module.exports = { Explained, Families, familyOf, rootOf };
