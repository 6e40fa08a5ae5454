'use strict';
// Counts what the proofs of a served program send where nothing puts the state back (--reset).
const { countOf } = require('../../analysis/counts.js');
const { MESSAGE } = require('../../trace/protocol.js');
const { isReading } = require('../recording/answers.js');
const { lastingStores } = require('../record/whereabouts.js');
const { servedOf } = require('./command.js');

const LEAST_RUNS = 3; // of a candidate that is fine
const MOST_RUNS = 9; // of a race

const isOfTraffic = ({ method, call }) => method !== MESSAGE && call === undefined;
const routeOf = ({ handler, shape, method, target }) => handler ?? shape ?? `${method} ${target}`;

// Those that may write come first.
const weightOf = (handler) => (isReading({ method: handler.split(' ', 1)[0] }) ? 1 : 0);

/**
 * Returns {candidates, runs: {least, most}, requests, routes: [{handler, count}], stores} of a served program without
 * --reset whose stores keep data; undefined for another one. `command` is the runner's.
 */
function sentAgain(command, candidates, recordings) {
  const served = servedOf(command);
  if (served === undefined || served.reset !== undefined) return undefined;
  const own = recordings.filter(({ isForeign }) => !isForeign);
  const stores = [...new Set(own.flatMap(lastingStores).map(({ name }) => name))].sort();
  if (stores.length === 0) return undefined;
  const handlers = own.flatMap(({ requests }) => [...requests.values()]).filter(isOfTraffic).map(routeOf);
  const routes = [...countOf(handlers)].map(([handler, count]) => ({ handler, count }))
    .sort((a, b) => weightOf(a.handler) - weightOf(b.handler));
  const count = candidates.length;
  const runs = { least: LEAST_RUNS * count, most: MOST_RUNS * count };
  return { candidates: count, runs, requests: handlers.length, routes, stores };
}

module.exports = { sentAgain };
