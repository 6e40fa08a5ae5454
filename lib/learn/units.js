'use strict';
// A trace as a list of units: what can be held, in the order in which it was first heard of. A unit is a call with all
// its tasks, or one event of a connection.
const { changes, ownerOf, parentOf, resourceOf, suffixOf } = require('./names.js');

// Which operations a delay can be given to: what the loop holds, or without it what the hooks hold.
function isHeldBy(engine) {
  if (engine === 'api') return ({ phase }) => phase === 'callback' || phase === 'promise' || phase === 'event';
  return ({ phase, api }) => phase === 'worker' || phase === 'descriptor' || api === 'child_process.ChildProcess.exit';
}

function newUnit(id, owner) {
  return {
    id, owner,
    parent: parentOf(owner), suffix: suffixOf(owner),
    resource: resourceOf(owner), changes: changes(owner),
    operations: [], starts: [], from: Infinity, to: -Infinity,
  };
}

function add(units, operation, ran) {
  const owner = ownerOf(operation.name);
  // The events of a connection come one after the other: each can be held by itself.
  const id = operation.phase === 'descriptor' || operation.phase === 'event' ? operation.name : owner;
  const unit = units.get(id) ?? newUnit(id, owner);
  units.set(id, unit);
  unit.operations.push({ name: operation.name, phase: operation.phase });
  unit.from = Math.min(unit.from, operation.line);
  unit.to = Math.max(unit.to, ran ?? Infinity);
}

/** {header, units} of a trace (lib/trace/read.js); at most `most` units, the first ones. */
function unitsOf({ header, operations, runs }, most) {
  const isHeld = isHeldBy(header?.options?.engine);
  const ranAt = new Map(runs.map(({ name, phase, line }) => [`${phase} ${name}`, line]));
  const units = new Map();
  const starts = [];
  for (const operation of operations) {
    if (operation.phase === 'action') starts.push(operation);
    if (!isHeld(operation)) continue;
    if (units.size >= most && !units.has(ownerOf(operation.name))) break;
    add(units, operation, ranAt.get(`${operation.phase} ${operation.name}`));
  }
  // Only what has a completion of the same name is a task; other starts are those of streams.
  for (const { name, phase } of starts) {
    const unit = units.get(ownerOf(name));
    if (unit?.operations.some((operation) => operation.name === name)) unit.starts.push({ name, phase });
  }
  return { header, units: [...units.values()] };
}

module.exports = { unitsOf };
