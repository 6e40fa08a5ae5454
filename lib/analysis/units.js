'use strict';
// A trace as a list of units, in the order in which the program first had them. A unit is what can be held: a call with
// all its tasks, or one event of a connection.
const { arrivalOf, causesOf, connectionsOf, misnamedConnections } = require('./causes.js');
const { addTouched, changesFiles } = require('./touched.js');
const { changes, ownerOf, readName, resourceOf, siteOf, streamOf } = require('../names/name.js');

const DEEPEST = 64; // operations without a unit of their own between a unit and its parent
const TICK = /^(.*\/tick#)([0-9]+)$/s;
const MOST_TICKS = 8; // of an interval that was cleared
const LONGEST_MS = 500; // for which an operation is usually held at most

// With the loop engine, too, the hooks delay these (the model's key heldByHooks).
const BY_HOOKS = new Set([
  'child_process.ChildProcess.exit', 'worker_threads.Worker.exit',
  'globals.WebAssembly.compile', 'globals.WebAssembly.compileStreaming',
]);

// Returns the test for operations that are units: the loop's operations, or without the loop engine those of the hooks,
// and timers, which nobody holds.
function isUnitIn({ engine } = {}) {
  if (engine === 'api') return ({ phase }) => ['callback', 'promise', 'event', 'timer'].includes(phase);
  return (operation) => {
    const { phase, api } = operation;
    return phase === 'worker' || phase === 'descriptor' || isTimer(operation) || BY_HOOKS.has(api) || isOwnStall(operation);
  };
}

// The loop engine decides by how much all due timers are late, as one operation of its own.
const isTimer = ({ phase, api }) => phase === 'timer' && api !== 'timer';

// A stall before an event is left out: its place is the event's, which is a unit already. So are those after a short
// timer was set, which a campaign makes anyway.
const STALLS = new Set([
  'setImmediate', 'setTimeout', 'setInterval', 'AbortSignal.timeout', 'child_process.timeout', 'turn', 'thread',
]);
const isOwnStall = ({ name, phase, api }) => phase === 'stall' && STALLS.has(api) && name.endsWith('/before#1');

function newUnit(id, owner, { id: operation, phase, due }) {
  return {
    id, owner, operation, api: readName(owner).api,
    site: siteOf(owner), parent: undefined,
    resource: resourceOf(owner), changes: changes(owner),
    isStall: phase === 'stall', isTimer: phase === 'timer', due, parts: [], starts: [],
    set: Infinity, from: Infinity, looked: Infinity, to: -Infinity, began: Infinity, t: -Infinity,
  };
}

// The events of a connection come one after the other, and each can be held by itself. So can each operation after the
// call's callback: where no other name is known, it is named after the call.
function idOf({ name, phase, line }, answered) {
  const owner = streamOf(name);
  const isOwn = phase === 'descriptor' || phase === 'event' || phase === 'timer' || phase === 'stall';
  return isOwn || line > answered.get(owner) ? name : owner;
}

function add(units, id, operation, { line: ran = Infinity, t = Infinity } = {}) {
  const unit = units.get(id) ?? newUnit(id, streamOf(operation.name), operation);
  units.set(id, unit);
  unit.parts.push({ tail: operation.name.slice(unit.owner.length), phase: operation.phase });
  // A timer is set long before it is due.
  unit.from = Math.min(unit.from, operation.phase === 'timer' ? ran : operation.line);
  unit.looked = Math.min(unit.looked, ran);
  unit.to = Math.max(unit.to, ran);
  unit.t = Math.max(unit.t, t);
}

// An interval that was cleared would have ticked on: what it does at a later tick is not what it does at the next one.
// Each comes `after` so many ms behind the one before.
function addTicks(units, { id, ...unit }) {
  const [, interval, tick] = TICK.exec(id) ?? [];
  if (interval === undefined || !(unit.due > 0)) return;
  for (let further = 1; further <= MOST_TICKS && unit.due * further <= LONGEST_MS; further++) {
    const name = `${interval}${Number(tick) + further}`;
    units.set(name, { ...unit, id: name, after: unit.due, t: unit.t + unit.due * further });
  }
}

// A timer that was cleared is where that was done, and would have come when it was due: the limit of what came by then.
// It has passed nothing.
function addLimits(units, { operations, cancels }) {
  const due = new Map(operations.filter(isTimer).map((operation) => [operation.name, operation.t + operation.due]));
  for (const { name, line } of cancels) {
    const unit = units.get(name);
    if (!unit || unit.from < Infinity || !(due.get(name) < Infinity)) continue;
    Object.assign(unit, { isLimit: true, from: line, to: Infinity, t: due.get(name) });
    addTicks(units, unit);
  }
}

// Notes when units began, and the files that they touch.
// A task has a start and a completion of the same name; other starts are those of streams.
function addStarts(units, { header, operations }) {
  for (const operation of operations) {
    const { name, phase, line, t } = operation;
    const unit = units.get(name) ?? units.get(streamOf(name));
    if (!unit) continue;
    unit.set = Math.min(unit.set, line);
    unit.began = Math.min(unit.began, t);
    if (phase !== 'action') continue;
    const tail = name.slice(unit.owner.length);
    if (unit.parts.some((part) => part.tail === tail)) unit.starts.push({ tail, phase });
    if (operation.file !== undefined) addTouched(unit.files ??= new Map(), operation, header?.cwd);
  }
  for (const unit of units.values()) if (unit.files) unit.changes = changesFiles(unit.files);
}

// Gives each unit its `parent`: the owner of the nearest unit that it was started from.
function addParents(units, trace) {
  const { operations } = trace;
  const causeOf = causesOf(trace);
  const byId = new Map(operations.map(({ id, parent, name, phase, api }) => (
    [id, { parent: causeOf({ id, parent, phase, api }), owner: streamOf(name) }])));
  const owners = new Set(units.map(({ owner }) => owner));
  const misnamed = misnamedConnections(trace);
  for (const unit of units) {
    unit.isApart = misnamed.has(unit.owner) && arrivalOf(unit.id).count === 1;
    if (misnamed.has(unit.owner)) continue;
    const call = ownerOf(unit.id);
    if (call !== unit.owner && owners.has(call)) {
      unit.parent = call; // of a connection, which its call has made
      continue;
    }
    let at = byId.get(unit.operation);
    for (let depth = 0; at && depth < DEEPEST; depth++) {
      if (at.owner !== unit.owner && owners.has(at.owner)) {
        unit.parent = at.owner;
        break;
      }
      at = at.parent === undefined ? undefined : byId.get(at.parent);
    }
  }
  addConnected(units, owners, { ...trace, misnamed });
}

// The nth arrival at a listener follows from the call that has made the nth connection, and the arrivals at the
// listener's end of a connection from that at the listener.
function addConnected(units, owners, { misnamed, ...trace }) {
  const { callers, listeners } = connectionsOf(trace);
  for (const unit of units) {
    const { connection, count } = arrivalOf(unit.id);
    const parent = callers.get(unit.owner)?.[count - 1] ?? listeners.get(connection);
    if (parent === unit.owner || !owners.has(parent)) continue;
    unit.parent = parent;
    unit.isApart ||= misnamed.has(parent);
  }
}

/** The units of a trace (lib/trace/read.js), at most `most`, the first ones. */
function unitsOf(trace, most) {
  const { header, operations, runs } = trace;
  const isUnit = isUnitIn(header?.options);
  const ranAt = new Map(runs.map((run) => [`${run.phase} ${run.name}`, run]));
  const answers = runs.filter(({ phase }) => phase === 'callback' || phase === 'promise');
  const answered = new Map(answers.map(({ name, line }) => [name, line]));
  const units = new Map();
  for (const operation of operations) {
    if (!isUnit(operation)) continue;
    const id = idOf(operation, answered);
    if (units.size >= most && !units.has(id)) break;
    add(units, id, operation, ranAt.get(`${operation.phase} ${operation.name}`));
  }
  addStarts(units, trace);
  addLimits(units, trace);
  const found = [...units.values()].filter(({ from }) => from < Infinity).sort((a, b) => a.from - b.from);
  addParents(found, trace);
  const isNatural = header?.options?.mode === 'never';
  for (const unit of found) Object.assign(unit, { isNatural, ...(unit.isTimer && { parts: [] }) });
  return found;
}

module.exports = { BY_HOOKS, unitsOf };
