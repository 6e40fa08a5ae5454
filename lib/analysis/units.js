'use strict';
// A trace as a list of units: what can be held, in the order in which it was first heard of. A unit is a call with all
// its tasks, or one event of a connection.
const { changes, ownerOf, parentOf, resourceOf, siteOf, suffixOf } = require('../names/name.js');

// Which operations a run's delays were given to: what the loop holds, or without it what the hooks hold. Without delays
// nothing is held: what is known are the calls, and what else the program heard of.
function isHeldIn({ engine, mode } = {}) {
  if (mode === 'never') return ({ phase }) => phase !== 'action' && phase !== 'registration';
  if (engine === 'api') return ({ phase }) => phase === 'callback' || phase === 'promise' || phase === 'event';
  return ({ phase, api }) => phase === 'worker' || phase === 'descriptor' || api === 'child_process.ChildProcess.exit';
}

function newUnit(id, owner) {
  return {
    id, owner, api: owner.split(/[(@:#]/)[0],
    site: siteOf(owner), parent: parentOf(owner), suffix: suffixOf(owner),
    resource: resourceOf(owner), changes: changes(owner),
    parts: [], starts: [], from: Infinity, to: -Infinity,
  };
}

// The events of a connection come one after the other, and what a call's callback leads to is named after the call
// where no other name is known: each can be held by itself.
function idOf({ name, phase, line }, answered) {
  const owner = ownerOf(name);
  return phase === 'descriptor' || phase === 'event' || phase === 'timer' || line > answered.get(owner) ? name : owner;
}

function add(units, id, operation, ran = Infinity) {
  const unit = units.get(id) ?? newUnit(id, ownerOf(operation.name));
  units.set(id, unit);
  unit.parts.push({ tail: operation.name.slice(unit.owner.length), phase: operation.phase });
  // A timer is set long before it is due.
  unit.from = Math.min(unit.from, operation.phase === 'timer' ? ran : operation.line);
  unit.to = Math.max(unit.to, ran);
}

// Only what has a completion of the same name is a task; other starts are those of streams.
function addStarts(units, operations) {
  for (const { name, phase } of operations) {
    if (phase !== 'action') continue;
    const unit = units.get(name) ?? units.get(ownerOf(name));
    const tail = name.slice(unit?.owner.length);
    if (unit?.parts.some((part) => part.tail === tail)) unit.starts.push({ tail, phase });
  }
}

/** The units of a trace (lib/trace/read.js), at most `most`, the first ones. */
function unitsOf({ header, operations, runs }, most) {
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
  if (header?.options?.mode === 'never') for (const unit of found) unit.parts = [];
  return found;
}

module.exports = { unitsOf };
