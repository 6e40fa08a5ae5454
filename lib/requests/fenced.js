'use strict';
// Compares states but for the numbers that requests drew from counters in Redis. The holder of a lock that has run out
// is refused by such a number, a fence: the other one has a later number then than if it had been alone.
const { isDeepStrictEqual: same } = require('node:util');

const COUNTS = /^H?INCR(?:BY)?\b/;

const drawnIn = (operations = []) => new Set(operations
  .filter(({ statement = '', rows }) => COUNTS.test(statement) && rows !== undefined).map(({ rows }) => String(rows)));

function without(drawn, value) {
  if (Array.isArray(value)) return value.map((item) => without(drawn, item));
  if (value === null || typeof value !== 'object') return drawn.has(String(value)) ? '<drawn>' : value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(drawn, item)]));
}

function comparable(state, operations) {
  const drawn = drawnIn(operations);
  const rowsOf = (rows) => rows.map((row) => JSON.stringify(without(drawn, JSON.parse(row)))).sort();
  return Object.fromEntries(Object.entries(state).map(([table, rows]) => [table, rowsOf(rows)]));
}

/** Returns whether two are the same: {state: table -> rows in JSON, operations: those of the run}. */
const isFenced = (one, other) => (
  same(comparable(one.state, one.operations), comparable(other.state, other.operations)));

module.exports = { isFenced };
