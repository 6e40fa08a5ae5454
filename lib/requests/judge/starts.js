'use strict';
// Numbers that start from another value in each run, where nothing puts the state back: a balance is 100 in one run and
// 80 in the next. Equal runs then end with other values, but move the number equally far, so that is what is compared:
// each run is seen as if the number had started where it did in the first serial run.
const { isDeepStrictEqual: same } = require('node:util');

const { isTime } = require('./mask.js');
const { isIdPath } = require('./references.js');

const WHEN = ['before', 'middle', 'after'];
const MOST_TEXT = 200;

// One number, perhaps with words before or after it, as in a line of a file: "balance: 90".
const ONE_NUMBER = /^((?:\D*[^\w.-])?)(-?\d{1,30})(?:\.(\d{1,20}))?((?:[^\w.]\D*)?)$/;

// {units, scale, before, after}: the number is units / 10 ** scale.
function numberIn(value) {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value);
  const [, before, whole, part = '', after] = (text.length <= MOST_TEXT && ONE_NUMBER.exec(text)) || [];
  return whole === undefined ? undefined : { units: BigInt(whole + part), scale: part.length, before, after };
}

const unitsAt = ({ units, scale }, most) => units * 10n ** BigInt(most - scale);

// The difference of two numbers as a text that is equal for equal differences.
function distance(one, other) {
  const scale = Math.max(one.scale, other.scale);
  return shown(unitsAt(one, scale) - unitsAt(other, scale), scale).replace(/\.?0+$/, (zeros) => (scale > 0 ? '' : zeros));
}

function shown(units, scale) {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

// `value` moved by the distance between two starts.
function moved(value, from, to) {
  const number = numberIn(value);
  const scale = Math.max(number.scale, from.scale, to.scale);
  const units = unitsAt(number, scale) - unitsAt(from, scale) + unitsAt(to, scale);
  const short = scale > number.scale && units % 10n ** BigInt(scale - number.scale) === 0n;
  const text = short ? shown(units / 10n ** BigInt(scale - number.scale), number.scale) : shown(units, scale);
  return typeof value === 'number' ? Number(text) : `${number.before}${text}${number.after}`;
}

const isEntry = (item) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';
const byScore = ([a, x], [b, y]) => Number(x) - Number(y) || (a < b ? -1 : 1);

// A copy of `value` with leafOf(names, path, leaf) in the place of each leaf. A member of a sorted set has its name.
function withLeaves(value, names, path, leafOf) {
  const below = (item, name) => withLeaves(item, [...names, name], `${path}[]`, leafOf);
  const inList = (item, i) => (isEntry(item) ? [item[0], below(item[1], item[0])] : below(item, i));
  if (Array.isArray(value)) {
    const list = value.map(inList);
    return list.length > 0 && list.every(isEntry) ? list.sort(byScore) : list;
  }
  if (value === null || typeof value !== 'object') return leafOf(names, path, value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => (
    [name, withLeaves(item, [...names, name], `${path}.${name}`, leafOf)])));
}

// The name of a row within its table: its key, or what is no number in it, if no other row has that.
function namesOf({ rows, primary }) {
  if (primary) return rows.map((row) => JSON.stringify(primary.map((column) => row[column])));
  const bare = (names, path, leaf) => (numberIn(leaf) ? 0 : leaf);
  const texts = rows.map((row) => JSON.stringify(withLeaves(row, [], '', bare)));
  return texts.map((text) => (texts.filter((other) => other === text).length === 1 ? text : undefined));
}

// A copy of a state with leafOf(cell, leaf) in the place of each leaf of a row that has a name.
function withCells(state, leafOf) {
  const tableOf = (store, table, content) => {
    const names = namesOf(content);
    const idOf = (i, place) => JSON.stringify([store, table, names[i], ...place]);
    const rows = content.rows.map((row, i) => (names[i] === undefined ? row
      : withLeaves(row, [], `${store} ${table}`, (place, path, leaf) => (
        content.primary?.includes(place[0]) ? leaf
          : leafOf({ id: idOf(i, place), path, table, row, place, ...content }, leaf)))));
    return { ...content, rows };
  };
  return Object.fromEntries(Object.entries(state).map(([store, tables]) => [store, Object.fromEntries(
    Object.entries(tables).map(([table, content]) => [table, tableOf(store, table, content)]))]));
}

// Id of a cell -> {number, path, table, row, place} of the numbers in a state.
function cellsIn(state, at) {
  const cells = new Map();
  withCells(state ?? {}, ({ id, ...cell }, leaf) => {
    const number = numberIn(leaf);
    if (number && !isIdPath(cell.path) && !isTime(leaf, at)) cells.set(id, { ...cell, number });
    return leaf;
  });
  return cells;
}

const known = new WeakMap(); // outcome -> its cells: one is compared with many others

function cellsOf(outcome) {
  if (!known.has(outcome)) {
    const { states, at } = outcome;
    known.set(outcome, Object.fromEntries(WHEN.map((when) => [when, states[when] && cellsIn(states[when], at)])));
  }
  return known.get(outcome);
}

// The numbers of one cell in an outcome, {before, middle, after}, or undefined if it is not there all the time.
function courseOf(outcome, id) {
  const cells = cellsOf(outcome);
  const course = Object.fromEntries(WHEN.map((when) => [when, cells[when]?.get(id)?.number]));
  return course.before && course.after ? course : undefined;
}

const isEqual = (one, other) => distance(one, other) === '0' || distance(one, other) === '';
const isMoved = ({ before, middle = before, after }) => !isEqual(before, after) || !isEqual(before, middle);
// Each of both requests has changed it.
const isMovedTwice = ({ before, middle, after }) => (middle ? !isEqual(before, middle) && !isEqual(middle, after)
  : !isEqual(before, after));

const pathIn = ({ before, middle = before, after }) => [middle, after].map((number) => distance(number, before));
const ZERO = { units: 0n, scale: 0 };
const endsOf = ({ middle, after }) => [middle ?? after, after].map((number) => distance(number, ZERO));

function kindOf(pairs) {
  const isApart = pairs.some(([one, other]) => !isEqual(one.before, other.before));
  if (!isApart || !pairs.flat().some(isMoved)) return 'same';
  if (pairs.every(([one, other]) => same(endsOf(one), endsOf(other)))) return 'same';
  if (pairs.every(([one, other]) => same(pathIn(one), pathIn(other)))) return 'relative';
  return pairs.flat().some(isMovedTwice) ? 'unknown' : 'same';
}

/**
 * Returns {relative, unknown, cells} of serial runs, {AB, BA}, lists of outcomes of equal runs: sets of the ids of
 * numbers that start from another value in each run, and that each equal run moves equally far (`relative`), or
 * otherwise though both requests change it (`unknown`). `cells` has the place of each.
 */
function startsOf(serial) {
  const pairs = Object.values(serial).flatMap(([first, ...rest]) => rest.map((run) => [first, run]));
  const found = { relative: new Set(), unknown: new Set(), cells: new Map() };
  if (pairs.length === 0 || pairs.flat().some(({ states }) => !states?.before || !states.after)) return found;
  for (const [id, cell] of cellsOf(pairs[0][0]).before) {
    const courses = pairs.map((pair) => pair.map((run) => courseOf(run, id)));
    if (courses.flat().includes(undefined)) continue;
    const kind = kindOf(courses);
    if (kind === 'same') continue;
    found[kind].add(id);
    found.cells.set(id, { ...cell, isShared: courses.flat().some(isMovedTwice) });
  }
  return found;
}

/** Returns whether a number that changes starts from another value in one of `outcomes` than in the first of them. */
function startApart([first, ...others]) {
  if (!first?.states?.before) return false;
  return [...cellsOf(first).before.keys()].some((id) => {
    const course = courseOf(first, id);
    const rest = others.map((one) => (one.states?.before ? courseOf(one, id) : undefined)).filter(Boolean);
    return course && [course, ...rest].some(isMoved) && rest.some(({ before }) => !isEqual(before, course.before));
  });
}

/** Returns `outcome` as if the numbers of `relative` had started where they did in `reference`. */
function fromStart(outcome, reference, relative) {
  const isKnown = [outcome, reference].every((one) => one?.states?.before);
  if (relative.size === 0 || outcome === reference || !isKnown) return outcome;
  const [starts, given] = [cellsOf(outcome).before, cellsOf(reference).before];
  const leafOf = ({ id }, leaf) => {
    const [from, to] = [starts.get(id)?.number, given.get(id)?.number];
    return relative.has(id) && from && to && numberIn(leaf) ? moved(leaf, from, to) : leaf;
  };
  const states = Object.fromEntries(Object.entries(outcome.states).map(([when, state]) => (
    [when, state && withCells(state, leafOf)])));
  return { ...outcome, states };
}

/** Returns {column, table, row} of a number, texts for a message: `row` is its key, if the table has one. */
function nameOfCell({ table, row, place, primary }) {
  const names = place.filter((part) => typeof part === 'string');
  return { column: names.join('.'), table, row: primary && Object.fromEntries(primary.map((name) => [name, row[name]])) };
}

module.exports = { fromStart, nameOfCell, startApart, startsOf };
