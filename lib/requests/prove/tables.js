'use strict';
// Says which tables, keys and folders a proof reads to see what two requests have changed.

const { isKeyName } = require('../../trace/protocol.js');

const SQL = new Set(['postgres', 'mysql', 'sqlite']);
const isOfKeys = (dialect) => dialect === 'redis' || dialect === 'memcached';

/** Returns the table that is read to see `table`: a store of keys is one table. */
const tableRead = (dialect, table) => (isOfKeys(dialect) ? 'keys' : table);

/**
 * Returns {store: [table]}: tables that one of the requests changes. A statement that is not understood may have
 * changed any table.
 */
function tablesOf(requests, recordings) {
  const tables = {};
  for (const { operations } of requests) {
    for (const { store, dialect, effects = [] } of operations) {
      const known = () => recordings.flatMap((recording) => [...recording.schemas.get(store) ?? []]);
      for (const { table } of effects.filter((effect) => effect.class !== 'R')) {
        const names = tables[store] ??= new Set();
        const all = table === undefined && !isOfKeys(dialect);
        for (const name of all ? known() : [table]) names.add(tableRead(dialect, name));
      }
    }
  }
  return Object.fromEntries(Object.entries(tables).map(([store, names]) => [store, [...names].sort()]));
}

/**
 * Returns {store: [key]} of stores that cannot list their keys, or have too many. Each argument of a command may be a
 * key, as those of a script.
 */
function keysOf(requests) {
  const keys = {};
  for (const { store, dialect, values = [] } of requests.flatMap(({ operations }) => operations)) {
    const names = isOfKeys(dialect) ? values.filter(isKeyName).map(String) : [];
    if (names.length > 0) keys[store] = [...new Set([...keys[store] ?? [], ...names])];
  }
  return keys;
}

// The rows that an effect changes: {column: [value]}, or undefined if that is not known. A key that the store makes is
// another one in each run.
const rowsIn = ({ class: kind, keys, primary, made }) => (
  made || (kind === 'A' && !primary) ? undefined : keys);

function noteTouched(tables, effect) {
  const table = tables[effect.table] ??= { rows: [], made: false, isKnown: true };
  const rows = rowsIn(effect);
  if (rows) table.rows.push({ keys: rows, isThere: effect.class !== 'A' && effect.rows !== 0 });
  else if (effect.made) table.made = true;
  else table.isKnown = false;
}

// A statement that is not understood may change any table.
function knownAmong({ [undefined]: any, ...tables }) {
  const known = Object.entries(any ? {} : tables).filter(([, { isKnown }]) => isKnown);
  return Object.fromEntries(known.map(([name, { rows, made }]) => [name, { rows, made }]));
}

/**
 * Returns {store: {table: {rows: [{keys: {column: [value]}, isThere}], made}}}: the rows that the requests change in
 * tables of SQL, so that a large one need not be read. `isThere`: such a row was there before. `made`: they add rows
 * whose primary key, of one column, the database makes. A table is absent if one of the changes may be in any of its
 * rows.
 */
function touchedOf(requests) {
  const stores = {};
  const operations = requests.flatMap((request) => request.operations).filter(({ dialect }) => SQL.has(dialect));
  for (const { store, effects = [] } of operations) {
    const changes = effects.filter(({ class: kind }) => kind !== 'R');
    for (const effect of changes) noteTouched(stores[store] ??= {}, effect);
  }
  return Object.fromEntries(Object.entries(stores).map(([store, tables]) => [store, knownAmong(tables)]));
}

/** Returns the stores of a recording by first use. A run may have other names for them. */
const storesOf = ({ stores = new Map() }) => [...stores.values()].map(({ name, dialect }) => ({ name, dialect }));

/** Returns the folders that requests of a recording use, by first use. A run may have other names for them, too. */
function foldersOf({ operations }) {
  const inFiles = [...operations.values()].filter(({ dialect }) => dialect === 'files');
  return [...new Set(inFiles.flatMap(({ effects = [] }) => effects.map(({ table }) => table)))];
}

module.exports = { foldersOf, keysOf, storesOf, tableRead, tablesOf, touchedOf };
