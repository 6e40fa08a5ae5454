'use strict';
// Finds what an operation follows from where its name does not say so. What a turn of the event loop runs follows from
// the arrival or the task that has begun it, and what a listener accepts follows from the call that has connected.
const { keyOf } = require('../names/key.js');
const { ownerOf, readName, streamOf } = require('../names/name.js');

/** The phases that begin a turn of the loop. */
const TURNS = new Set(['descriptor', 'worker', 'timer']);
const OWN = new Set(['descriptor', 'worker', 'stall']); // decided between two turns
const ENDS = new Set(['child_process.ChildProcess.exit', 'worker_threads.Worker.exit']); // a signal, which has no line

/** Returns a function of an operation of a trace for the id of the one that it follows from; undefined: not known. */
function causesOf({ header, operations, runs }) {
  const { engine } = header?.options ?? {};
  // Only the loop engine's traces have the turns.
  if (engine === 'api') return ({ parent }) => parent;
  const ids = new Map(operations.map((operation) => [keyOf(operation), operation.id]));
  const turns = runs.filter(({ phase }) => TURNS.has(phase)).sort((a, b) => a.line - b.line);
  const turnOf = new Map();
  let at = -1;
  for (const { id, line } of operations) {
    while (at + 1 < turns.length && turns[at + 1].line < line) at++;
    if (at >= 0 && !turnOf.has(id)) turnOf.set(id, ids.get(keyOf(turns[at])));
  }
  return ({ id, parent, phase, api }) => {
    if (parent !== undefined || OWN.has(phase) || ENDS.has(api)) return parent;
    return turnOf.get(id) === id ? undefined : turnOf.get(id);
  };
}

/** Returns {connection, count} of the name of an arrival: "a" and 2 of "a/ready#2"; {}: it is none. */
function arrivalOf(name) {
  const [, connection, count] = /^(.*)\/ready#([0-9]+)$/s.exec(name) ?? [];
  return connection === undefined ? {} : { connection, count: Number(count) };
}

/**
 * Returns {callers, listeners}: by the owner of a listener's arrivals the owners of the connections that it has
 * accepted, in their order; and by the name of each accepted connection that listener's owner.
 */
function connectionsOf({ accepted = [] }) {
  const callers = new Map();
  const listeners = new Map();
  for (const { name, server } of accepted) {
    const owner = streamOf(server);
    if (!callers.has(owner)) callers.set(owner, []);
    callers.get(owner).push(streamOf(name));
    listeners.set(name, owner);
  }
  return { callers, listeners };
}

// Returns {connection, call, made} of the first arrivals at connections that are followed by an event of a socket that
// has connected: the call that begins the connection's name, and the digits of the one that has made the socket.
function madeConnections(trace) {
  const turns = trace.runs.filter(({ phase }) => TURNS.has(phase));
  const events = trace.operations.filter(({ phase }) => phase === 'event');
  const made = [];
  let turn;
  for (const { name, phase, api } of [...turns, ...events].sort((a, b) => a.line - b.line)) {
    if (phase !== 'event') turn = phase === 'descriptor' ? arrivalOf(name) : undefined;
    else if (turn?.count === 1 && api.endsWith('.connect')) {
      const { connection } = turn;
      made.push({ connection, call: ownerOf(connection), made: readName(name).parent });
      turn = undefined;
    }
  }
  return made;
}

// Returns by the names of `calls` the digits that the names of what follows from them have. No other name is read.
function digitsOf(calls, { operations }) {
  const ids = new Map(operations.filter(({ name }) => calls.has(name)).map(({ id, name }) => [id, name]));
  const digits = new Map();
  for (const { name, parent } of operations) {
    const own = ids.has(parent) ? readName(name).parent : undefined;
    if (own !== undefined) digits.set(ids.get(parent), own);
  }
  return digits;
}

/**
 * Returns the connections that do not follow from the call that begins their names: a connection to an address has the
 * name of what ran last. The events of its socket tell by their digits from which call the program has made it.
 */
function misnamedConnections(trace) {
  const all = madeConnections(trace).filter(({ made }) => made !== undefined);
  if (all.length === 0) return new Set();
  const digits = digitsOf(new Set(all.map(({ call }) => call)), trace);
  const misnamed = all.filter(({ call, made }) => digits.has(call) && digits.get(call) !== made);
  return new Set(misnamed.map(({ connection }) => streamOf(connection)));
}

module.exports = { TURNS, arrivalOf, causesOf, connectionsOf, misnamedConnections };
