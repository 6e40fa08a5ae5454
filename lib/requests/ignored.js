'use strict';
// Tables and columns that the user has said to move for other reasons than the two requests (--ignore): they are left
// out of the comparison.

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

function withoutColumnsIn(state, names) {
  for (const tables of Object.values(state ?? {})) {
    for (const [table, { rows }] of Object.entries(tables)) {
      const columns = columnsOf(table, names);
      for (const row of rows) for (const column of columns) delete row[column];
    }
  }
}

/** Returns the result of a run without the columns that are ignored. */
function withoutColumns(result, names = []) {
  if (names.length === 0 || result.states === undefined) return result;
  const states = structuredClone(result.states);
  for (const state of Object.values(states)) withoutColumnsIn(state, names);
  return { ...result, states };
}

module.exports = { withoutColumns, withoutTables };
