'use strict';
// Rows that earlier runs of a proof left behind, where the suite resets nothing: the sessions of a store, for example.
// Their number grows from run to run, so equal runs would differ. A row that an operation of the run wrote is never
// one, though an earlier run may have left it there with the same values. `beginning` is the state before the program's
// first operation on a store: rows that later tests of an earlier run made are known by that only.
const { isDeepStrictEqual: same } = require('node:util');

const { isTime } = require('./mask.js');

const WHEN = ['before', 'middle', 'after'];

const textOf = (row, at) => JSON.stringify(row, (key, value) => (isTime(value, at) ? '<time>' : value));

const keyOf = (row, primary) => JSON.stringify(primary.map((column) => row[column]));

// Rows of a table in one state by their primary key, or undefined if there is no key.
function byKey(table) {
  if (!table?.primary) return undefined;
  return new Map(table.rows.map((row) => [keyOf(row, table.primary), row]));
}

function tableOf(outcome, store, table) {
  const states = WHEN.map((when) => outcome.states?.[when]?.[store]?.[table]);
  const [before, middle, after] = states.map(byKey);
  const written = outcome.written && ((row) => outcome.written(table, row));
  return { before, middle, after, beginning: byKey(outcome.beginning?.[store]?.[table]), written };
}

const OPAQUE = 16; // least length of a hash, a token, an id

const isOpaque = (value) => typeof value === 'string' && value.length >= OPAQUE && !/\s/.test(value);

const isObject = (value) => typeof value === 'object' && value !== null;

// Nothing but hashes or tokens differs, also in lists: the suite makes the row in each run, with the same password
// perhaps.
function isMadeAnew(one, other) {
  if (same(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return isOpaque(one) && isOpaque(other);
  const names = Object.keys(one);
  return same(names, Object.keys(other)) && names.every((name) => isMadeAnew(one[name], other[name]));
}

// The run has made or changed the row itself: the states show it, or a statement names it.
function isWrittenIn({ beginning, before, after, written }, key) {
  const isMade = before?.has(key) && beginning !== undefined && !beginning.has(key);
  const row = after?.get(key) ?? before?.get(key);
  return isMade || (row !== undefined && written?.(row) === true);
}

// The row was there when the run began, but not when the first of those of the same two requests did.
function isFromBeginning(key, own, alike) {
  if (!own.beginning?.has(key) || !same(own.beginning.get(key), own.before.get(key))) return false;
  return alike.some(({ beginning }) => beginning !== undefined && !beginning.has(key));
}

// The row was there before both requests, is not changed by them, and an earlier run has made or changed it: `all` are
// tables of earlier runs, `alike` those of runs of the same two requests.
function isLeftover(key, own, { at }, { all, alike }) {
  const row = own.before.get(key);
  const text = textOf(row, at);
  const isKept = [own.middle, own.after].every((state) => state === undefined || same(state.get(key), row));
  if (!isKept || isWrittenIn(own, key)) return false;
  // One run makes a row with a generated key. A key that several runs write is the program's or the suite's own.
  if (alike.filter((one) => isWrittenIn(one, key)).length > 1) return false;
  if (isFromBeginning(key, own, alike)) return true;
  const isKnown = all.some(({ before, after }) => before?.has(key) || after?.has(key));
  const isOther = (one, then) => !isMadeAnew(JSON.parse(textOf(one, then)), JSON.parse(text));
  return isKnown && alike.some(({ before, at: then }) => !before?.has(key) || isOther(before.get(key), then));
}

function dropRows(states, store, table, gone) {
  for (const when of WHEN) {
    const state = states[when]?.[store]?.[table];
    if (state) state.rows = state.rows.filter((row) => !gone.has(keyOf(row, state.primary)));
  }
}

/**
 * Returns `outcome` without the rows that earlier runs left behind. `earlier` is {all, alike}, lists of outcomes: of
 * all pairs, and of the same one. Of each, `written` is a function as from writtenIn() of ../prove/written.js.
 */
function withoutLeftovers(outcome, { all, alike }) {
  if (!outcome.states?.before) return outcome;
  const states = structuredClone(outcome.states);
  for (const [store, tables] of Object.entries(outcome.states.before)) {
    for (const table of Object.keys(tables)) {
      const own = tableOf(outcome, store, table);
      if (!own.before) continue;
      const tablesOf = (outcomes) => outcomes.map((one) => ({ ...tableOf(one, store, table), at: one.at }));
      const earlier = { all: tablesOf(all), alike: tablesOf(alike) };
      const gone = [...own.before.keys()].filter((key) => isLeftover(key, own, outcome, earlier));
      dropRows(states, store, table, new Set(gone));
    }
  }
  return { ...outcome, states };
}

module.exports = { withoutLeftovers };
