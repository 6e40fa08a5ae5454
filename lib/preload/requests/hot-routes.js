'use strict';
// Decides which requests of a route that gets very many are recorded (docs/guide/request-races.md, A server under
// load): those that differ in nothing from hundreds before them tell nothing new, and to record them costs the program
// and the search. Each route has a token bucket; what is new to a route fills its bucket again. An empty one stays so
// while requests come faster than it fills: one recorded request among many others costs several times as much as one
// after the other.

const { shapeOf } = require('../../trace/places.js');

const BURST = 200; // requests that are recorded one right after the other
const PER_MS = 0.02; // and so many more for each millisecond
const WINDOW_MS = 250; // of the rate of requests
const SAMPLE_MS = 5000; // so long at most all are left out
const SAMPLE = 20; // requests that are recorded then
const MOST_STATEMENTS = 20; // of a call site that are new: texts may have values in them
const MOST_SITES = 1000; // of a route
const MOST_TARGETS = 10_000; // of a method
const MOST_ROUTES = 10_000;

/** Requests whose method and path are the same but for names and numbers. */
class Route {
  #tokens = BURST;
  #at = 0; // when that was so, ms
  #isEmpty = false;
  #emptySince = 0; // ms
  #windowSince = 0; // ms
  #count = 0; // of requests in the window
  #statuses = new Set();
  #statements = new Map(); // call site -> Set of statements
  untold = 0; // requests that are left out, and not written yet

  constructor(method, target) {
    this.method = method;
    this.target = target;
  }

  /** Takes a request at `now`, ms of any clock. Returns whether it is left out. */
  leavesOut(now) {
    if (this.#isEmpty && this.#staysEmpty(now)) return true;
    this.#tokens = Math.min(BURST, this.#tokens + (now - this.#at) * PER_MS);
    this.#at = now;
    if (this.#tokens >= 1) {
      this.#tokens--;
      return false;
    }
    this.#isEmpty = true;
    this.#emptySince = now;
    this.#windowSince = now;
    this.#count = 0;
    return true;
  }

  #staysEmpty(now) {
    const ms = now - this.#windowSince;
    const count = ++this.#count;
    if (ms < WINDOW_MS) return true;
    this.#windowSince = now;
    this.#count = 0;
    // In the second half of two windows no request has come before this one.
    const isLoad = count >= ms * PER_MS && ms < 2 * WINDOW_MS;
    this.#isEmpty = isLoad && now - this.#emptySince < SAMPLE_MS;
    if (isLoad && !this.#isEmpty) {
      this.#tokens = SAMPLE;
      this.#at = now;
    }
    return this.#isEmpty;
  }

  #fill() {
    this.#tokens = BURST;
    this.#isEmpty = false;
  }

  /** Takes an operation of a recorded request. */
  called(site, statement) {
    const known = this.#statements.get(site);
    if (known === undefined) {
      if (this.#statements.size === MOST_SITES) return;
      this.#statements.set(site, new Set([statement]));
    } else {
      if (known.has(statement) || known.size === MOST_STATEMENTS) return;
      known.add(statement);
    }
    this.#fill();
  }

  /** Takes the answer to a recorded request. */
  answered(status) {
    if (this.#statuses.has(status)) return;
    this.#statuses.add(status);
    this.#fill();
  }
}

/** The routes of this thread. */
class HotRoutes {
  #shapes = new Map(); // "POST /coupons/:n" -> Route
  #targets = new Map(); // method -> Map: target -> Route
  #untold = new Set(); // routes

  /** Returns the route of a request, or undefined if there are too many. */
  of(method, target) {
    const targets = this.#targetsOf(method);
    const known = targets.get(target);
    if (known !== undefined) return known;
    if (targets.size === MOST_TARGETS) targets.clear();
    const route = this.#routeOf(shapeOf(method, target), method, target);
    if (route !== undefined) targets.set(target, route);
    return route;
  }

  #routeOf(shape, method, target) {
    const known = this.#shapes.get(shape);
    if (known !== undefined || this.#shapes.size === MOST_ROUTES) return known;
    const route = new Route(method, target);
    this.#shapes.set(shape, route);
    return route;
  }

  #targetsOf(method) {
    if (!this.#targets.has(method)) this.#targets.set(method, new Map());
    return this.#targets.get(method);
  }

  /** Takes that a request of this route is left out. */
  leftOut(route) {
    if (route.untold++ === 0) this.#untold.add(route);
  }

  /** Calls write({method, target, count}) for each route of which requests were left out since the last time. */
  tell(write) {
    if (this.#untold.size === 0) return;
    for (const route of this.#untold) {
      write({ method: route.method, target: route.target, count: route.untold });
      route.untold = 0;
    }
    this.#untold.clear();
  }
}

module.exports = { HotRoutes };
