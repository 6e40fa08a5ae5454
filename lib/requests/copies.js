'use strict';
// Compares states that two copies of one request leave. Which of both has which generated id depends on the order of
// single statements, also where nothing is wrong: "line 1 is of order 2, line 2 of order 1".
const { isDeepStrictEqual: same } = require('node:util');

const ID = /(?:^|_)id$|Id$/;
const MASKED = /^<[0-9a-f]{8}>$/;

const hasKey = (rows, key, value) => rows.some((row) => String(row[key]) === value);

// Primary keys of one column that rows have which were not there before.
function newIdsOf({ before = {}, after = {} }) {
  const ids = new Set();
  for (const [store, tables] of Object.entries(after)) {
    for (const [table, { rows, primary }] of Object.entries(tables)) {
      if (primary?.length !== 1) continue;
      const known = before[store]?.[table]?.rows ?? [];
      const keys = rows.map((row) => String(row[primary[0]]));
      for (const key of keys) if (!hasKey(known, primary[0], key)) ids.add(key);
    }
  }
  return ids;
}

// The rows of a table in comparable form, with one word for new ids, and how often each of them stands in a column.
function tableOf(rows, ids) {
  const counts = new Map(); // column -> id -> count
  const shown = rows.map((text) => Object.fromEntries(Object.entries(JSON.parse(text)).map(([column, value]) => {
    const id = String(value);
    if (!ID.test(column) || !(ids.has(id) || MASKED.test(id))) return [column, value];
    const ofColumn = counts.get(column) ?? counts.set(column, new Map()).get(column);
    ofColumn.set(id, (ofColumn.get(id) ?? 0) + 1);
    return [column, '<new>'];
  })));
  return {
    rows: shown.map((row) => JSON.stringify(row)).sort(),
    counts: [...counts].map(([column, ofIds]) => [column, [...ofIds.values()].sort()]).sort(),
  };
}

function stateOf(outcome, view) {
  const ids = newIdsOf(outcome.states);
  const tables = Object.entries(view(outcome).states.after ?? {});
  return Object.fromEntries(tables.map(([name, rows]) => [name, tableOf(rows, ids)]));
}

/**
 * Returns the order ('AB' or 'BA') that `forced`, an outcome of two copies of one request, equals but for which copy
 * has which new id, or undefined. `view` is a comparer's (judge.js).
 */
function swappedOrder(forced, serial, { view }) {
  const { responses } = view(forced);
  const state = stateOf(forced, view);
  const equals = (outcome) => same(view(outcome).responses, responses) && same(stateOf(outcome, view), state);
  return ['AB', 'BA'].find((order) => serial[order].some(equals));
}

module.exports = { swappedOrder };
