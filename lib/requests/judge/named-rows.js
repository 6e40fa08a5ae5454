'use strict';
// Takes stores of keys and folders apart, so that each pattern of names is a table of its own: a time in "job:7:last"
// says nothing about "stock:7". The keys of a store are one table otherwise, in which one value that is new in each run
// would hide all others.
const { partOf, patternOf, withoutPattern } = require('../../analysis/name-patterns.js');

const NAMES = new Set(['key', 'name']); // of the primary key of such tables: keys of Redis and memcached, files
const WHEN = ['before', 'middle', 'after'];

/** Returns whether the rows of a table are keys of a store, or files. */
const hasNames = ({ primary }) => primary?.length === 1 && NAMES.has(primary[0]);

const partOfRow = (table, { primary }, row) => partOf(table, patternOf(row[primary[0]]));
const wholeOf = (part) => partOf(withoutPattern(part));

// "store table⟨pattern⟩" of all rows in an outcome.
function partsIn({ states = {} }) {
  const parts = new Set();
  for (const when of WHEN) {
    for (const [store, tables] of Object.entries(states[when] ?? {})) {
      for (const [table, content] of Object.entries(tables)) {
        const rows = hasNames(content) ? content.rows : [];
        for (const row of rows) parts.add(`${store} ${partOfRow(table, content, row)}`);
      }
    }
  }
  return parts;
}

/** Returns the marks of tables in which equal runs have other names: these stay whole. `pairs`: of equal outcomes. */
function unstableTables(pairs) {
  const all = pairs.flatMap((pair) => {
    const [one, other] = pair.map(partsIn);
    return [...[...one].filter((part) => !other.has(part)), ...[...other].filter((part) => !one.has(part))];
  });
  return new Set(all.map(wholeOf));
}

// A part that has no row in one state is there all the same, so all states have the same tables.
function partsOf(store, table, content, known) {
  const start = `${store} ${partOf(table).slice(0, -1)}`;
  const names = [...known].filter((part) => part.startsWith(start)).map((part) => part.slice(store.length + 1));
  const parts = Object.fromEntries([table, ...names].map((name) => [name, { ...content, rows: [] }]));
  for (const row of content.rows) (parts[partOfRow(table, content, row)] ?? parts[table]).rows.push(row);
  return parts;
}

/**
 * Returns a function that returns an outcome with a table for each pattern of names, of those that `serial` outcomes
 * have. `unstable`: marks of tables that stay whole.
 */
function splitter(serial, unstable) {
  const known = new Set(serial.flatMap((run) => [...partsIn(run)]).filter((part) => !unstable.has(wholeOf(part))));
  const ofStore = (store, tables) => Object.assign({}, ...Object.entries(tables).map(([table, content]) => (
    hasNames(content) ? partsOf(store, table, content, known) : { [table]: content })));
  const ofState = (state) => state && Object.fromEntries(Object.entries(state).map(([store, tables]) => (
    [store, ofStore(store, tables)])));
  const ofStates = (states) => Object.fromEntries(Object.entries(states).map(([when, state]) => (
    [when, ofState(state)])));
  return (outcome) => (known.size > 0 && outcome.states ? { ...outcome, states: ofStates(outcome.states) } : outcome);
}

module.exports = { hasNames, splitter, unstableTables };
