'use strict';
// Finds places in the user's code for operations that have none of their own. The arrival of bytes on a pipe, or of a
// connection, is started by no call; but the events that follow from it belong to an object, and a trace says where
// that was made: the place of spawn, of createServer or of connect. Node.js connects to an address after the call has
// returned, so that connection is named after the operation before it, whose place has nothing to do with it.

const { TURNS } = require('./causes.js');

const DEEPEST = 64;

const isPackage = (site) => /(^|\/)node_modules\//.test(site);

const STALL = /\/(?:before|after)#1$/;
const EVENT = /\/ready#[0-9]+$/;
const ACCEPTED = /\/accepted(?:#[0-9]+)?$/;
const CLIENT = /(?:^|\/)connect#[0-9]+$/;
const FETCH = 'globals.fetch';
// The call that makes a connection with a name to look up: what follows is a part of it.
const CONNECTS = /^(?:net|tls|https?|http2)\.(?:connect|createConnection|request|get)[@(][^/]*\/connect#1$/;

const shortOf = ({ api, name, phase, site }) => ({ api, name, phase, site });

// Returns the connection, server or pipe of an arrival or of a stall before it: "connect#1" of "connect#1/ready#2".
function sourceOf({ name, phase }) {
  const event = phase === 'stall' ? name.replace(STALL, '') : name;
  return (phase === 'stall' || phase === 'descriptor') && EVENT.test(event) ? event.replace(EVENT, '') : undefined;
}

// Returns by source the first event with a place between one of its arrivals and the next turn.
function followedBy({ operations, runs }) {
  const events = operations.filter(({ phase, site }) => phase === 'event' && site);
  const moments = [...runs.filter(({ phase }) => TURNS.has(phase)), ...events].sort((a, b) => a.line - b.line);
  const found = new Map();
  let source;
  for (const moment of moments) {
    if (moment.phase !== 'event') source = sourceOf(moment);
    else if (source !== undefined && !found.has(source)) found.set(source, moment);
  }
  return found;
}

// fetch() reads its connections itself, without an event. Returns by source, for a client's end without one: the call
// of fetch() that waits for its answer when the connection's first arrival is there. If calls of several places wait,
// none of them is known to have made it.
function fetchedBy({ operations, runs }, events) {
  const isFirst = ({ phase, name }) => phase === 'descriptor' && name.endsWith('/ready#1');
  const calls = operations.filter((operation) => operation.api === FETCH || isFirst(operation));
  const ends = runs.filter(({ name, phase }) => phase === 'promise' && name.startsWith(FETCH));
  const moments = [...calls.map((call) => ({ call, line: call.line })), ...ends].sort((a, b) => a.line - b.line);
  const pending = new Map();
  const found = new Map();
  for (const { call, name } of moments) {
    if (!call) pending.delete(name);
    else if (call.api === FETCH) pending.set(call.name, call);
    else {
      const source = sourceOf(call);
      const sites = new Set([...pending.values()].map(({ site }) => site));
      if (sites.size === 1 && CLIENT.test(source) && !events.has(source)) found.set(source, [...pending.values()][0]);
    }
  }
  return found;
}

// Returns by source the event, or the call of fetch(), whose place is that of the connection, server or child.
function makersOf(trace) {
  const events = followedBy(trace);
  return new Map([...fetchedBy(trace, events), ...events]);
}

// Node.js reads the requests of an HTTP server itself, without an event. Returns a function of a source, for a server's
// end of a connection: the place of that server. A trace says which listener has taken it; a shared one has no name.
function acceptedAt({ operations, accepted = [] }, events) {
  const servers = new Map(accepted.map(({ name, server }) => [name, server]));
  const places = new Set(operations.filter(({ api }) => api?.endsWith('.Server.connection')).map(({ site }) => site));
  const only = places.size === 1 ? [...places][0] : undefined;
  return (source) => events.get(servers.get(source))?.site ?? (ACCEPTED.test(source) ? only : undefined);
}

/**
 * Returns the places of the arrivals of `trace`: a function of an operation, for the place where its connection, server
 * or child was made; undefined: not known, or it is no arrival.
 */
function madeAt(trace) {
  const events = makersOf(trace);
  const serverOf = acceptedAt(trace, events);
  return (operation) => {
    const source = sourceOf(operation);
    if (source === undefined || (operation.site && CONNECTS.test(source))) return undefined;
    return events.get(source)?.site ?? serverOf(source);
  };
}

/**
 * Returns a function of an operation of `trace` for an event, or the call of fetch(), at the client of its connection,
 * if it is an arrival at a server's end: all connections of a server have the server's place, and their clients tell
 * them apart.
 */
function clientOf(trace) {
  const events = makersOf(trace);
  return (operation) => {
    const source = sourceOf(operation);
    const event = source !== undefined && ACCEPTED.test(source) ? events.get(source.replace(ACCEPTED, '')) : undefined;
    return event && shortOf(event);
  };
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
      if (at.site && !isPackage(at.site)) return shortOf(at);
    }
    return undefined;
  };
}

module.exports = { clientOf, isPackage, madeAt, userCallerOf };
