'use strict';
// Finds what an operation follows from where its name does not say so. What a turn of the event loop runs follows from
// the arrival or the task that has begun it, and what a listener accepts follows from the call that has connected.
const { keyOf } = require('../names/key.js');
const { streamOf } = require('../names/name.js');

/** The phases that begin a turn of the loop. */
const TURNS = new Set(['descriptor', 'worker', 'timer']);
const OWN = new Set(['descriptor', 'worker', 'stall']); // decided between two turns
const ACCEPTED = '/accepted'; // ends the name of a connection's end at the server
const ENDS = new Set(['child_process.ChildProcess.exit', 'worker_threads.Worker.exit']); // a signal, which has no line

/** Returns a function of an operation of a trace for the id of the one that it follows from; undefined: not known. */
function causesOf({ header, operations, runs }) {
  // The hooks say themselves what an operation follows from, except a timer.
  const isOfHooks = header?.options?.engine === 'api';
  const ids = new Map(operations.map((operation) => [keyOf(operation), operation.id]));
  const turns = runs.filter(({ phase }) => isOfHooks || TURNS.has(phase)).sort((a, b) => a.line - b.line);
  const turnOf = new Map();
  let at = -1;
  for (const { id, line } of operations) {
    while (at + 1 < turns.length && turns[at + 1].line < line) at++;
    const isKnown = at >= 0 && !(isOfHooks && turns[at].phase !== 'timer');
    if (isKnown && !turnOf.has(id)) turnOf.set(id, ids.get(keyOf(turns[at])));
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

/** Returns the name of the other end of a connection within the process: "connect#1/accepted" of "connect#1". */
function otherEndOf(connection) {
  return connection.endsWith(ACCEPTED) ? connection.slice(0, -ACCEPTED.length) : connection + ACCEPTED;
}

module.exports = { ACCEPTED, TURNS, arrivalOf, causesOf, connectionsOf, otherEndOf };
