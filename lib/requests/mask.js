'use strict';
// Makes outcomes of different runs comparable. Ids, tokens and times differ between two equal runs, so they are
// replaced: a time by one word, every other such value by a word that says where it occurs. Two runs in which the same
// new id stands in a response and in two rows become equal, and a run in which it stands in one row does not.
const crypto = require('node:crypto');

const DAY_MS = 24 * 60 * 60 * 1000;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
// Values that are the same in thousands of places say nothing about where they come from.
const PLAIN = new Set(['', 'true', 'false', 'null', '0', '1']);

const isObject = (value) => value !== null && typeof value === 'object';

/** Calls `visit(path, value)` for each leaf of `value`; the indexes of arrays are not part of a path. */
function leaves(value, path, visit) {
  if (Array.isArray(value)) for (const item of value) leaves(item, `${path}[]`, visit);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) leaves(item, `${path}.${key}`, visit);
  else visit(path, value);
}

const isNear = (ms, at) => Math.abs(ms - at) < DAY_MS;

/** Returns true if `value` is a time less than a day from `at`, in one of the usual forms. */
function isTime(value, at) {
  if (typeof value === 'number') return isNear(value, at) || isNear(value * 1000, at);
  if (typeof value !== 'string') return false;
  if (DATE.test(value)) return isNear(Date.parse(value), at);
  if (/^\d{10}$/.test(value)) return isNear(Number(value) * 1000, at);
  if (/^\d{13}$/.test(value)) return isNear(Number(value), at);
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} /.test(value) && isNear(Date.parse(value), at);
}

function placesOf(outcome, visit) {
  for (const [who, response] of Object.entries(outcome.responses)) {
    leaves(response.body, `${who} body`, visit);
    if (response.location !== undefined) visit(`${who} location`, response.location);
  }
  stateLeaves(outcome.states.after, visit);
}

function stateLeaves(state, visit) {
  for (const [store, tables] of Object.entries(state ?? {})) {
    for (const [table, { rows }] of Object.entries(tables)) {
      for (const row of rows) leaves(row, `${store} ${table}`, visit);
    }
  }
}

// The rows of a table that is empty in the end may show that its ids are drawn at random.
function valuesByPath(outcome) {
  const all = new Map();
  const visit = (path, value) => {
    const list = all.get(path) ?? [];
    list.push(JSON.stringify(value));
    all.set(path, list);
  };
  placesOf(outcome, visit);
  for (const when of ['before', 'middle']) stateLeaves(outcome.states[when], visit);
  return new Map([...all].map(([path, list]) => [path, list.sort().join()]));
}

/** Returns the set of paths at which two equal runs differ in values. `pairs` are pairs of outcomes of equal runs. */
function noiseOf(pairs) {
  const noise = new Set();
  for (const [one, other] of pairs) {
    const [a, b] = [valuesByPath(one), valuesByPath(other)];
    for (const [path, values] of a) if (b.has(path) && b.get(path) !== values) noise.add(path);
  }
  return noise;
}

/**
 * Returns the paths of generated keys: columns that are a table's whole primary key, with values that no request sent.
 * An id that a refused insert used up leaves a gap, which is no harm.
 */
function generatedKeys(outcomes) {
  const paths = new Set();
  for (const { states, sent = [] } of outcomes) {
    const known = new Set(sent.map(String));
    for (const [store, tables] of Object.entries(states.after ?? {})) {
      for (const [table, { rows, primary }] of Object.entries(tables)) {
        if (primary?.length !== 1 || rows.length === 0) continue;
        const before = new Set((states.before?.[store]?.[table]?.rows ?? []).map((row) => String(row[primary[0]])));
        const added = rows.map((row) => String(row[primary[0]])).filter((key) => !before.has(key));
        if (added.length > 0 && !added.some((key) => known.has(key))) paths.add(`${store} ${table}.${primary[0]}`);
      }
    }
  }
  return paths;
}

const digest = (text) => crypto.createHash('sha256').update(text).digest('hex').slice(0, 8);

// A value of a generated key is renamed wherever it stands: in responses, and in rows that refer to it.
function wordsOf(outcome, masked, keys, coarse) {
  const occurrences = new Map();
  const isKey = new Set();
  placesOf(outcome, (path, value) => {
    const text = String(value);
    const list = occurrences.get(text) ?? [];
    list.push(path);
    occurrences.set(text, list);
    if (keys.has(path)) isKey.add(text);
  });
  return (path, value) => {
    if (isTime(value, outcome.at)) return '<time>';
    const text = String(value);
    const renamed = masked.has(path) || (isKey.has(text) && refersTo(path, keys));
    if (!renamed || (PLAIN.has(text) && !masked.has(path) && !keys.has(path))) return value;
    return coarse ? '<new>' : `<${digest((occurrences.get(text) ?? []).sort().join())}>`;
  };
}

// A path may refer to a generated key if it is one, or if its last name looks like an id.
function refersTo(path, keys) {
  return keys.has(path) || /(?:^|[._ ])(?:\w*_)?id$|Id$/.test(path) || path.endsWith(' location');
}

function renamed(value, path, wordOf) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, `${path}[]`, wordOf));
  if (!isObject(value)) return wordOf(path, value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, renamed(item, `${path}.${key}`, wordOf)]));
}

function maskedState(state, wordOf) {
  const result = {};
  for (const store of Object.keys(state ?? {}).sort()) {
    for (const table of Object.keys(state[store]).sort()) {
      const rows = state[store][table].rows.map((row) => renamed(row, `${store} ${table}`, wordOf));
      result[`${store} ${table}`] = rows.map((row) => JSON.stringify(row)).sort();
    }
  }
  return result;
}

function maskedResponse(who, { status, body, location }, wordOf) {
  return { status, body: renamed(body, `${who} body`, wordOf), location: location && wordOf(`${who} location`, location) };
}

/**
 * Returns `outcome`, the result of a director, in comparable form: {responses: {first, second}, states: {before,
 * middle, after}}, whose states map "store table" to sorted rows as JSON. `noise` and `keys` are sets of paths. If it
 * is `coarse`, all new values become one word, so that a state can be compared with one of another moment.
 */
function masked(outcome, { noise, keys, coarse = false }) {
  const wordOf = wordsOf(outcome, noise, keys, coarse);
  const responses = {};
  for (const [who, response] of Object.entries(outcome.responses)) {
    responses[who] = maskedResponse(who, response, wordOf);
  }
  const states = {};
  for (const [when, state] of Object.entries(outcome.states)) states[when] = maskedState(state, wordOf);
  return { responses, states };
}

module.exports = { noiseOf, generatedKeys, masked, isTime };
