'use strict';
// Tables, columns and keys that the user has said to move for other reasons than the two requests (--ignore): they are
// left out of the comparison.

const { matchesGlob } = require('../../names/glob.js');

const isNamed = (table, name) => table === name || table.endsWith(`.${name}`);
const isIgnored = (table, names) => names.some((name) => isNamed(table, name));

// "account.last_seen", of the table "account" or "public.account".
function columnsOf(table, names) {
  const parts = names.map((name) => [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]);
  return new Set(parts.filter(([of]) => of !== '' && isNamed(table, of)).map(([, column]) => column));
}

/** Returns {store: [table]} without tables that are ignored: `names` are those of --ignore. */
function withoutTables(tables, names = []) {
  return Object.fromEntries(Object.entries(tables ?? {}).map(([store, own]) => (
    [store, own.filter((table) => !isIgnored(table, names))])));
}

// "metrics:*" stands for all keys that begin like this.
const isKeyOf = (key, name) => matchesGlob(name, key, '*');

const withoutKeys = (rows, names) => rows.filter(({ key }) => !names.some((name) => isKeyOf(String(key), name)));

// Stores of keys have one table.
const hasKeys = ({ primary }) => primary?.length === 1 && primary[0] === 'key';

function withoutThoseIn(state, names) {
  for (const tables of Object.values(state ?? {})) {
    for (const [table, content] of Object.entries(tables)) {
      const columns = columnsOf(table, names);
      for (const row of content.rows) for (const column of columns) delete row[column];
      if (hasKeys(content)) content.rows = withoutKeys(content.rows, names);
    }
  }
}

/** Returns the result of a run without the columns and the keys that are ignored. */
function withoutIgnored(result, names = []) {
  if (names.length === 0 || result.states === undefined) return result;
  const states = structuredClone(result.states);
  for (const state of Object.values(states)) withoutThoseIn(state, names);
  return { ...result, states };
}

module.exports = { withoutIgnored, withoutTables };
