'use strict';
// Gates of a schedule file: set for the whole process, before the program starts.
const fs = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');

const { UserError } = require('../errors.js');
const { parseLocations, parseOrder } = require('./parse.js');
const { GateSet, control } = require('./sets.js');

function fail(at, what) {
  throw new UserError(`nacd: /gates/${at}: ${what}`);
}

// {gates, options} of one entry.
function parseEntry(entry, at) {
  if (typeof entry === 'string') return { gates: parseOrder(entry), options: {} };
  if (entry === null || typeof entry !== 'object') return fail(at, 'not an order such as "a -> b", and no object');
  const { order, hold, until, barrier, count, ...options } = entry;
  if (order !== undefined) return { gates: parseOrder(order), options };
  if (hold !== undefined) {
    if (until === undefined) fail(at, 'hold without until: nothing would ever open it');
    const [where, after] = [parseLocations(hold), parseLocations(until)];
    return { gates: [{ label: `hold ${where.map(({ text }) => text).join(', ')}`, where, after }], options };
  }
  if (barrier === undefined) return fail(at, 'has none of order, hold and barrier');
  if (!Number.isInteger(count) || count < 2) fail(at, 'barrier without a count from 2');
  const where = parseLocations(barrier);
  return { gates: [{ label: `barrier of ${count} at ${where.map(({ text }) => text).join(', ')}`, where, barrier: count }], options };
}

/** The "gates" of a schedule, checked. Throws a UserError that names the entry. */
function parseGates(gates) {
  if (!Array.isArray(gates)) throw new UserError('nacd: /gates: not a list');
  return gates.map(parseEntry);
}

// For whoever started this process and many others: which of them the gates were for shows only together.
function report(folder, sets) {
  const state = control().state();
  const met = sets.flatMap((set) => set.gates).filter(({ id }) => {
    const { where = [], after = [] } = state.gates[id] ?? {};
    return [...where, ...after].some((watch) => watch.met);
  }).length;
  const problems = sets.map((set) => set.check()?.message).filter(Boolean);
  fs.writeFileSync(path.join(folder, `${process.pid}-${threadId}.json`), JSON.stringify({ met, problems, seen: state.seen }));
}

/** Sets the gates of a schedule's file. */
function setFileGates(entries) {
  const sets = parseGates(entries).map(({ gates, options }) => {
    const set = new GateSet({ ...options, file: true });
    for (const gate of gates) set.add(gate);
    return set;
  });
  const folder = process.env.NACD_GATES_OUT;
  if (folder) process.prependOnceListener('exit', () => report(folder, sets));
}

module.exports = { parseGates, setFileGates };
