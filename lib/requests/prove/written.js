'use strict';
// Tells which rows the operations of a run wrote, as far as their statements name them by the primary key.
const { effectsOf } = require('../effects/effects.js');
const { loadPlanners } = require('../statements/index.js');
const { tableRead } = require('./tables.js');

const KEY_COLUMNS = { redis: 'key', memcached: 'key', files: 'name' };

// Plans need the keys of the tables, which the states have. An operation has the number of its store only, so a table
// is known by its own name.
function databaseOf(dialect, { before = {}, after = {} }) {
  const tables = Object.assign({}, ...Object.values(before), ...Object.values(after));
  const schema = (table) => {
    const { primary, rows = [] } = tables[tableRead(dialect, table)] ?? {};
    return primary && { columns: rows[0] && Object.keys(rows[0]), primary, unique: [primary] };
  };
  const key = KEY_COLUMNS[dialect];
  const ofKeys = key === undefined ? schema : () => undefined;
  // The number of a database of Redis is the name of its table.
  return { name: '', dialect, schema: ofKeys, key, views: [], functions: [], triggers: [] };
}

const isNamed = ({ class: kind, table, primary, rows }) => (
  kind !== 'R' && table !== undefined && rows !== 0 && primary === true);

const matches = (row, keys) => Object.entries(keys).every(([column, values]) => (
  row[column] !== undefined && values.map(String).includes(String(row[column]))));

/**
 * Resolves to a function of (table, row) that returns whether an operation of `outcome`, the result of a director,
 * wrote that row for certain.
 */
async function writtenIn({ operations = [], states = {} }) {
  const planOf = await loadPlanners();
  const named = new Map(); // table -> keys of rows
  for (const operation of operations) {
    const { dialect, rows, failed } = operation;
    if (dialect === undefined || failed !== undefined) continue;
    const database = databaseOf(dialect, states);
    const rowsOf = ({ counts = true }, i) => (counts ? [rows].flat()[i] ?? undefined : undefined);
    const effects = planOf(database, operation)
      .flatMap((plan, i) => effectsOf(plan, operation, database, rowsOf(plan, i)));
    for (const { table, keys } of effects.filter(isNamed)) {
      const name = tableRead(dialect, table);
      named.set(name, [...named.get(name) ?? [], keys]);
    }
  }
  return (table, row) => (named.get(table) ?? []).some((keys) => matches(row, keys));
}

module.exports = { writtenIn };
