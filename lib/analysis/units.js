'use strict';
// A trace as a list of units, in the order in which the program first had them. A unit is what can be held: a call with
// all its tasks, or one event of a connection.
const { arrivalOf, causesOf, connectionsOf } = require('./causes.js');
const { changes, ownerOf, readName, resourceOf, siteOf } = require('../names/name.js');

const DEEPEST = 64; // operations without a unit of their own between a unit and its parent

// Returns the test for operations that a run's delays were given to: the loop's operations, or without the loop engine
// those of the hooks. A run without delays holds nothing: known are its calls and all other completions.
function isHeldIn({ engine, mode } = {}) {
  if (mode === 'never') return ({ phase }) => phase !== 'action' && phase !== 'registration';
  if (engine === 'api') return ({ phase }) => phase === 'callback' || phase === 'promise' || phase === 'event';
  return (operation) => {
    const { phase, api } = operation;
    return phase === 'worker' || phase === 'descriptor' || api === 'child_process.ChildProcess.exit' || isOwnStall(operation);
  };
}

// A stall before an event is left out: its place is the event's, which is a unit already. So are those after a short
// timer was set, which a campaign makes anyway.
const STALLS = new Set([
  'setImmediate', 'setTimeout', 'setInterval', 'AbortSignal.timeout', 'child_process.timeout', 'turn', 'thread',
]);
const isOwnStall = ({ name, phase, api }) => phase === 'stall' && STALLS.has(api) && name.endsWith('/before#1');

function newUnit(id, owner, { id: operation, phase }) {
  return {
    id, owner, operation, api: readName(owner).api,
    site: siteOf(owner), parent: undefined,
    resource: resourceOf(owner), changes: changes(owner),
    isStall: phase === 'stall', parts: [], starts: [], from: Infinity, looked: Infinity, to: -Infinity,
  };
}

// The events of a connection come one after the other, and each can be held by itself. So can each operation after the
// call's callback: where no other name is known, it is named after the call.
function idOf({ name, phase, line }, answered) {
  const owner = ownerOf(name);
  const isOwn = phase === 'descriptor' || phase === 'event' || phase === 'timer' || phase === 'stall';
  return isOwn || line > answered.get(owner) ? name : owner;
}

function add(units, id, operation, ran = Infinity) {
  const unit = units.get(id) ?? newUnit(id, ownerOf(operation.name), operation);
  units.set(id, unit);
  unit.parts.push({ tail: operation.name.slice(unit.owner.length), phase: operation.phase });
  // A timer is set long before it is due.
  unit.from = Math.min(unit.from, operation.phase === 'timer' ? ran : operation.line);
  unit.looked = Math.min(unit.looked, ran);
  unit.to = Math.max(unit.to, ran);
}

// A task has a start and a completion of the same name; other starts are those of streams.
function addStarts(units, operations) {
  for (const { name, phase } of operations) {
    if (phase !== 'action') continue;
    const unit = units.get(name) ?? units.get(ownerOf(name));
    const tail = name.slice(unit?.owner.length);
    if (unit?.parts.some((part) => part.tail === tail)) unit.starts.push({ tail, phase });
  }
}

// Gives each unit its `parent`: the owner of the nearest unit that it was started from.
function addParents(units, trace) {
  const { operations } = trace;
  const causeOf = causesOf(trace);
  const byId = new Map(operations.map(({ id, parent, name, phase, api }) => (
    [id, { parent: causeOf({ id, parent, phase, api }), owner: ownerOf(name) }])));
  const owners = new Set(units.map(({ owner }) => owner));
  for (const unit of units) {
    let at = byId.get(unit.operation);
    for (let depth = 0; at && depth < DEEPEST; depth++) {
      if (at.owner !== unit.owner && owners.has(at.owner)) {
        unit.parent = at.owner;
        break;
      }
      at = at.parent === undefined ? undefined : byId.get(at.parent);
    }
  }
  addConnected(units, owners, trace);
}

// The nth arrival at a listener follows from the call that has made the nth connection, and the arrivals at the
// listener's end of a connection from that at the listener.
function addConnected(units, owners, trace) {
  const { callers, listeners } = connectionsOf(trace);
  for (const unit of units) {
    const { connection, count } = arrivalOf(unit.id);
    const parent = callers.get(unit.owner)?.[count - 1] ?? listeners.get(connection);
    if (unit.parent === undefined && parent !== unit.owner && owners.has(parent)) unit.parent = parent;
  }
}

/** The units of a trace (lib/trace/read.js), at most `most`, the first ones. */
function unitsOf(trace, most) {
  const { header, operations, runs } = trace;
  const isHeld = isHeldIn(header?.options);
  const ranAt = new Map(runs.map(({ name, phase, line }) => [`${phase} ${name}`, line]));
  const answers = runs.filter(({ phase }) => phase === 'callback' || phase === 'promise');
  const answered = new Map(answers.map(({ name, line }) => [name, line]));
  const units = new Map();
  for (const operation of operations) {
    if (!isHeld(operation)) continue;
    const id = idOf(operation, answered);
    if (units.size >= most && !units.has(id)) break;
    add(units, id, operation, ranAt.get(`${operation.phase} ${operation.name}`));
  }
  addStarts(units, operations);
  const found = [...units.values()].filter(({ from }) => from < Infinity).sort((a, b) => a.from - b.from);
  addParents(found, trace);
  if (header?.options?.mode === 'never') for (const unit of found) unit.parts = [];
  return found;
}

module.exports = { unitsOf };
