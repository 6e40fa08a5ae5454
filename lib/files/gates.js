'use strict';
// Reads and checks the "gates" of a schedule file.
const { UserError } = require('../errors/index.js');
const { parseLocations, parseOrder } = require('../names/location.js');

function fail(at, what) {
  throw new UserError(`nacd: /gates/${at}: ${what}`);
}

// Returns {gates, options} of one entry.
function parseEntry(entry, at) {
  if (typeof entry === 'string') return { gates: parseOrder(entry), options: {} };
  if (entry === null || typeof entry !== 'object') return fail(at, 'must be an order, such as "a -> b", or an object');
  const { order, hold, until, barrier, count, ...options } = entry;
  if (order !== undefined) return { gates: parseOrder(order), options };
  if (hold !== undefined) {
    if (until === undefined) fail(at, 'a hold needs "until": else nothing would open it');
    const [where, after] = [parseLocations(hold), parseLocations(until)];
    return { gates: [{ label: `hold ${where.map(({ text }) => text).join(', ')}`, where, after }], options };
  }
  if (barrier === undefined) return fail(at, 'needs one of "order", "hold" and "barrier"');
  if (!Number.isInteger(count) || count < 2) fail(at, 'a barrier needs "count", a whole number from 2');
  const where = parseLocations(barrier);
  return { gates: [{ label: `barrier of ${count} at ${where.map(({ text }) => text).join(', ')}`, where, barrier: count }], options };
}

/** Returns [{gates, options}] of the "gates" of a schedule. Throws a UserError that names the wrong entry. */
function parseGates(gates) {
  if (!Array.isArray(gates)) throw new UserError('nacd: /gates: must be an array');
  return gates.map(parseEntry);
}

module.exports = { parseGates };
