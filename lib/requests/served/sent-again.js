'use strict';
// Counts what the proofs of a program send where nothing puts the state back (--reset), or to what may be on another
// machine.
const { countOf } = require('../../analysis/counts.js');
const { MESSAGE } = require('../../trace/protocol.js');
const { isReading } = require('../recording/answers.js');
const { lastingStores, otherPlaces } = require('../record/whereabouts.js');
const { servedOf } = require('./command.js');

const LEAST_RUNS = 3; // of a candidate that is fine
const MOST_RUNS = 9; // of a race

const isOfTraffic = ({ method, call }) => method !== MESSAGE && call === undefined;
const routeOf = ({ handler, shape, method, target }) => handler ?? shape ?? `${method} ${target}`;

// Those that may write come first.
const weightOf = (handler) => (isReading({ method: handler.split(' ', 1)[0] }) ? 1 : 0);

/**
 * Returns {candidates, runs: {least, most}, requests, routes: [{handler, count}], stores, isKept, hidden}. `isKept`:
 * the program is served without --reset and keeps data. `hidden`: names of servers that may be on another
 * machine. Returns undefined if neither is so. `command` is the runner's.
 */
function sentAgain(command, candidates, recordings, hidden = []) {
  const served = servedOf(command);
  const own = recordings.filter(({ isForeign }) => !isForeign);
  const of = (key) => own.flatMap((recording) => [...recording[key] ?? []]);
  const known = own.flatMap(lastingStores).map(({ name }) => name);
  const others = otherPlaces({ peers: of('peers'), ports: new Set(of('ports')), stores: known });
  const stores = [...new Set([...known, ...others, ...hidden])].sort();
  const isKept = served !== undefined && served.reset === undefined && stores.length > 0;
  if (!isKept && hidden.length === 0) return undefined;
  const handlers = own.flatMap(({ requests }) => [...requests.values()]).filter(isOfTraffic).map(routeOf);
  const routes = [...countOf(handlers)].map(([handler, count]) => ({ handler, count }))
    .sort((a, b) => weightOf(a.handler) - weightOf(b.handler));
  const count = candidates.length;
  const runs = { least: LEAST_RUNS * count, most: MOST_RUNS * count };
  return { candidates: count, runs, requests: handlers.length, routes, stores, isKept, hidden };
}

module.exports = { sentAgain };
