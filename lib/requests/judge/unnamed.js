'use strict';
// Finds columns that refer to new rows though neither a constraint nor a name says so: "parent" of a post is the id of
// a thread. In each serial order all their values are ids of new rows of one table, and they change with these ids.
const { isDeepStrictEqual: same } = require('node:util');

const { isIdPath, isUrlPath, newRows } = require('./references.js');

const MOST_MEANINGS = 16;

const isKey = (value) => typeof value === 'number' || typeof value === 'string';

// Path of a table -> the rows that were not there before.
function addedRows({ states: { before = {}, after = {} } }) {
  const all = new Map();
  for (const [store, tables] of Object.entries(after)) {
    for (const [table, { rows, primary }] of Object.entries(tables)) {
      const keyOf = (row) => JSON.stringify(primary ? primary.map((name) => row[name]) : row);
      const known = new Set((before[store]?.[table]?.rows ?? []).map(keyOf));
      all.set(`${store} ${table}`, rows.filter((row) => !known.has(keyOf(row))));
    }
  }
  return all;
}

// Path of a generated key -> ids of new rows, as texts.
const idsOf = ({ states }, keys) => new Map(
  [...newRows(states)].filter(({ key }) => keys.has(key)).map(({ key, ids }) => [key, new Set(ids)]));

const valuesAt = (rows, column) => rows.map((row) => row[column]).filter((value) => value !== null);

// The keys whose new rows all values of a column are in one outcome; none if the values do not tell rows apart.
function meantIn({ ids, rows }, table, column) {
  const values = valuesAt(rows.get(table) ?? [], column);
  if (new Set(values).size < 2 || !values.every(isKey)) return [];
  return [...ids.keys()].filter((key) => values.every((value) => ids.get(key).has(String(value))));
}

// The rows with a column and those that no candidate is: what a request has sent stays with the rest of its row.
function projection(rows, column, without) {
  const shown = rows.map((row) => Object.fromEntries(
    Object.entries(row).filter(([name]) => name === column || !without.has(name))));
  return shown.map((row) => JSON.stringify(row)).sort();
}

function isConstant([AB, BA], table, column, without) {
  const [a, b] = [AB, BA].map(({ rows }) => projection(rows.get(table) ?? [], column, without));
  const rests = new Set(projection(AB.rows.get(table) ?? [], undefined, without));
  return rests.size > 1 && same(a, b);
}

// [path of a column, the keys to which it may refer] of the columns of a table.
function choicesOf(table, orders, { noise, keys }) {
  const pathOf = (column) => `${table}.${column}`;
  const columns = Object.keys(orders[0].rows.get(table)[0] ?? {});
  const isFixed = (column) => keys.has(pathOf(column)) || noise.has(pathOf(column));
  const open = columns.filter((column) => !isFixed(column) && !isIdPath(pathOf(column)) && !isUrlPath(pathOf(column)))
    .map((column) => {
      const [first, second] = orders.map((order) => meantIn(order, table, column));
      return [column, first.filter((key) => second.includes(key))];
    })
    .filter(([, found]) => found.length > 0);
  const without = new Set([...columns.filter(isFixed), ...open.map(([column]) => column)]);
  return open.filter(([column]) => !isConstant(orders, table, column, without))
    .map(([column, found]) => [pathOf(column), found]);
}

/**
 * Yields what these columns may mean: Maps of the path of a column to that of a key, the same for all outcomes.
 * `serial` is {AB, BA}, lists of outcomes; `about` has `noise` and `keys`, sets of paths.
 */
function* unnamedIn({ AB: [AB], BA: [BA] }, about) {
  if (!AB?.states.after || !BA?.states.after) return;
  const orders = [AB, BA].map((outcome) => ({ rows: addedRows(outcome), ids: idsOf(outcome, about.keys) }));
  const choices = [...orders[0].rows.keys()].flatMap((table) => choicesOf(table, orders, about));
  if (choices.length > 0) yield* combinations(choices);
}

function* combinations(choices) {
  const total = choices.reduce((product, [, found]) => product * found.length, 1);
  for (let number = 0; number < Math.min(total, MOST_MEANINGS); number++) {
    let rest = number;
    const meaning = new Map();
    for (const [path, found] of choices) {
      meaning.set(path, found[rest % found.length]);
      rest = Math.floor(rest / found.length);
    }
    yield meaning;
  }
}

module.exports = { unnamedIn };
