'use strict';
// Finds places in the user's code for operations that have none of their own. The arrival of bytes on a pipe, or of a
// connection, is started by no call; but the events that follow from it belong to an object, and a trace says where
// that was made: the place of spawn, of createServer or of connect.
const { ownerOf } = require('../names/name.js');
const { keyOf } = require('../names/key.js');

const TURNS = new Set(['descriptor', 'worker', 'timer']); // each begins a turn of the loop
const DEEPEST = 64;

const isPackage = (site) => /(^|\/)node_modules\//.test(site);

// Returns by line the first place of an event between each arrival without a place and the next turn.
function followedBy({ operations, runs }) {
  const unplaced = new Set(operations.filter(({ phase, site }) => phase === 'descriptor' && !site).map(keyOf));
  const events = operations.filter(({ phase, site }) => phase === 'event' && site);
  const moments = [...runs.filter(({ phase }) => TURNS.has(phase)), ...events].sort((a, b) => a.line - b.line);
  const sites = new Map();
  let arrival;
  for (const moment of moments) {
    const isTurn = moment.phase !== 'event';
    if (isTurn) arrival = unplaced.has(keyOf(moment)) ? moment : undefined;
    else if (arrival && !sites.has(keyOf(arrival))) sites.set(keyOf(arrival), moment.site);
  }
  return sites;
}

/**
 * Returns the places of the arrivals of `trace` that have none of their own: a function of an operation, for the place
 * where its connection, server or child was made; undefined: not known.
 */
function madeAt(trace) {
  const sites = followedBy(trace);
  const byOwner = new Map();
  for (const { name, phase } of trace.operations) {
    const site = sites.get(keyOf({ name, phase }));
    if (site !== undefined && !byOwner.has(ownerOf(name))) byOwner.set(ownerOf(name), site);
  }
  return ({ name, phase }) => sites.get(keyOf({ name, phase })) ?? byOwner.get(ownerOf(name));
}

/**
 * Returns a function of an operation of `trace` for the nearest operation of the user's own code that it follows from,
 * {api, name, phase, site}; undefined if it has a place there itself, or if there is none.
 */
function userCallerOf(trace) {
  const byId = new Map(trace.operations.map((operation) => [operation.id, operation]));
  return ({ site, parent }) => {
    if (site && !isPackage(site)) return undefined;
    for (let at = byId.get(parent), depth = 0; at && depth < DEEPEST; at = byId.get(at.parent), depth++) {
      if (at.site && !isPackage(at.site)) return { api: at.api, name: at.name, phase: at.phase, site: at.site };
    }
    return undefined;
  };
}

module.exports = { isPackage, madeAt, userCallerOf };
