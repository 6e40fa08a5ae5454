'use strict';
// Says where two equal runs differ: in which answer, or in which row and column.
const { isDeepStrictEqual: same } = require('node:util');

const { countOf, partBy } = require('../../analysis/counts.js');
const { patternIn, patternOf, withoutPattern } = require('../../analysis/name-patterns.js');
const { isNewWord } = require('../../analysis/new-word.js');
const { SIDES } = require('../../trace/protocol.js');
const { hasNames } = require('./named-rows.js');

const isObject = (value) => value !== null && typeof value === 'object';

/** Returns {path, values} of the first place at which two values differ: `path` is a list of names. */
function firstDifference(one, other, path = []) {
  if (!isObject(one) || !isObject(other)) return { path, values: [one, other] };
  const name = [...new Set([...Object.keys(one), ...Object.keys(other)])].find((key) => !same(one[key], other[key]));
  return name === undefined ? { path, values: [one, other] } : firstDifference(one[name], other[name], [...path, name]);
}

// Rows that only one of two lists has: those with one key, or the first of each.
function rowsApart(one, other, primary) {
  const only = (rows, others) => partBy(countOf(others), rows).beyond.map((row) => JSON.parse(row));
  const [mine, theirs] = [only(one, other), only(other, one)];
  const keyOf = (row) => JSON.stringify(primary?.map((column) => row[column]));
  const pairs = mine.map((row) => [row, theirs.find((their) => primary && keyOf(their) === keyOf(row))]);
  return pairs.find(([, their]) => their !== undefined) ?? [mine[0], primary ? undefined : theirs[0]].filter(Boolean)
    .concat(mine.length === 0 ? theirs.slice(0, 1) : []);
}

// The text for --ignore that leaves the row, or the column, out. --ignore takes keys, but no names of files.
function ignoredBy({ table, named, row, column, pattern }) {
  if (named === undefined && column !== undefined) return `${table}.${column}`;
  if (named !== 'key') return table;
  const known = pattern ?? (isNewWord(row.key) ? undefined : patternOf(row.key));
  return known?.replaceAll('#', '*');
}

// The pattern of a key that only one of two runs has.
function patternApart(name, states, named) {
  const [store, table] = withoutPattern(name).split(/ (?=[^ ]*$)/);
  const [one, other] = states.map((state) => (
    new Set((state?.[store]?.[table]?.rows ?? []).map((row) => patternOf(row[named])))));
  return [...one].find((pattern) => !other.has(pattern)) ?? [...other].find((pattern) => !one.has(pattern));
}

// A key that is new in each run is told by its pattern.
function withPattern(row, pattern, named) {
  return pattern !== undefined && isNewWord(row[named]) ? { ...row, [named]: pattern.replaceAll('#', '*') } : row;
}

function tableApart(name, lists, primary, states) {
  const table = withoutPattern(name).split(' ').at(-1);
  const named = hasNames({ primary }) ? primary[0] : undefined;
  const pattern = patternIn(name) ?? (named && patternApart(name, states, named));
  const [row, twin] = rowsApart(...lists, primary).map((one) => withPattern(one, pattern, named));
  const { path: [column, ...rest], values } = twin === undefined ? { path: [] } : firstDifference(row, twin);
  const key = primary && Object.fromEntries(primary.map((one) => [one, row[one]]));
  return {
    table, row: key, column: column && [column, ...rest].join('.'), values: column && { [column]: values },
    ignore: ignoredBy({ table, named, row, column, pattern }),
  };
}

/**
 * Returns where two equal runs differ; `one` and `other` are their comparable forms: {who, path, values} of an answer,
 * or {table, row, column, values, ignore}. `ignore` is what --ignore takes to leave it out. Without a column one of
 * both has no such row. `primaryOf(name)`: the primary key of a table.
 */
function placeApart(one, other, { primaryOf, runs }) {
  const who = SIDES.find((name) => !same(one.responses[name], other.responses[name]));
  if (who) {
    const { path, values } = firstDifference(one.responses[who], other.responses[who]);
    return { who, path: path.join('.'), values: { [path.at(-1)]: values } };
  }
  const [a, b] = [one.states.after, other.states.after];
  const name = Object.keys({ ...a, ...b }).find((each) => !same(a[each], b[each]));
  const states = runs.map((run) => run.states.after);
  return tableApart(name, [a[name] ?? [], b[name] ?? []], primaryOf(name), states);
}

module.exports = { placeApart };
