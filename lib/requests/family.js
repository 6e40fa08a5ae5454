'use strict';
// Says which candidates belong together: one race shows in several patterns, windows and rows.
const path = require('node:path');

const { MEMORY } = require('./probes.js');

const KEY = ':key';

// A segment of a path that names the row is a parameter, if the server has no framework that tells its routes.
function routeOf(handler, keys = {}) {
  const values = new Set(Object.values(keys).flat().map(String).flatMap((value) => [value, path.parse(value).name]));
  return handler.split('/').map((part) => (values.has(part) ? KEY : part)).join('/');
}

/**
 * Returns a text that is equal for candidates of which one that is proved stands for all. `of` is the request of which
 * the two are branches.
 */
function familyOf({ of, first, second, store, table, keys }) {
  const handlers = [first, second].map(({ handler }) => routeOf(handler, keys)).sort();
  return JSON.stringify([of && routeOf(of.handler, keys), handlers, store, table]);
}

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
const GRAVEST = new Set(['double use', 'crash']);
const lastSites = ({ first, second }) => [first, second].map(({ sites = [] }) => sites.at(-1)).sort();

/**
 * Returns a text that is equal for a candidate within one request and for one of two such requests whose windows end at
 * the same call sites. Undefined if there is no such one.
 */
function rootOf({ of, first, second, store, table, keys }) {
  if (of === undefined && first.handler !== second.handler) return undefined;
  return JSON.stringify([routeOf((of ?? first).handler, keys), store, table, lastSites({ first, second })]);
}

/** The races that were told, by family: one stands for all whose windows end at the same call sites. */
class Families {
  #told = new Map(); // family -> {kinds, ends: texts of call sites}
  #within = new Set(); // roots of races within one request

  add(candidate, { loss: { kind } }) {
    const family = familyOf(candidate);
    const { kinds, ends } = this.#told.get(family) ?? { kinds: new Set(), ends: new Set() };
    kinds.add(kind);
    ends.add(String(lastSites(candidate)));
    this.#told.set(family, { kinds, ends });
    if (candidate.of) this.#within.add(rootOf(candidate));
  }

  // Two such requests do to each other what one does to itself.
  covers(candidate) {
    if (this.#within.has(rootOf(candidate))) return true;
    const told = this.#told.get(familyOf(candidate));
    if (told === undefined) return false;
    return told.ends.has(String(lastSites(candidate))) || [...told.kinds].some((kind) => GRAVEST.has(kind));
  }

  /** Returns whether a race of `candidate` is of a kind that its family was told of. */
  knows(candidate, { loss: { kind } }) {
    return this.#told.get(familyOf(candidate))?.kinds.has(kind) === true;
  }
}

module.exports = { Explained, Families, familyOf, rootOf };
