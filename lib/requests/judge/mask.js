'use strict';
// Makes outcomes of different runs comparable. Ids, tokens and times differ between two equal runs, so they are
// replaced: a time by one word, every other such value by a word that says where it occurs. Two runs in which the same
// new id stands in a response and in two rows become equal, and a run in which it stands in one row does not.
const nodePath = require('node:path');

const { NEW, newWord } = require('../../analysis/new-word.js');
const { grownIn, newRows, referencesIn } = require('./references.js');

// More than a day: sessions end after one, rounded to seconds, and must not be a time in some runs only.
const NEAR_MS = 25 * 60 * 60 * 1000;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

const isObject = (value) => value !== null && typeof value === 'object';

// An object whose keys are generated ids, such as {"permissions": {"8XkTz": "read"}}: the set of noise has its path.
const keysOf = (path) => `${path}{}`;
// The path of the values under such keys, which are no noise for that: {"visits": {"8XkTz": 2}}.
const underKeys = (path) => `${keysOf(path)}.*`;

/**
 * Calls `visit(path, value)` for each leaf of `value`; indexes of arrays are not part of a path, and neither are the
 * keys of objects whose keys are noise: they are visited as values.
 */
function leaves(value, path, visit, noise) {
  if (Array.isArray(value)) for (const item of value) leaves(item, `${path}[]`, visit, noise);
  else if (!isObject(value)) visit(path, value);
  else {
    const hasNewKeys = noise.has(keysOf(path));
    for (const [key, item] of Object.entries(value)) {
      if (hasNewKeys) visit(keysOf(path), key);
      leaves(item, hasNewKeys ? underKeys(path) : `${path}.${key}`, visit, noise);
    }
  }
}

// Adds the paths of objects that have as many keys in both values, and others.
function newKeys(one, other, path, noise) {
  if (!isObject(one) || !isObject(other)) return;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (Array.isArray(one) && Array.isArray(other)) one.forEach((item, i) => newKeys(item, other[i], `${path}[]`, noise));
    return;
  }
  const [a, b] = [Object.keys(one), Object.keys(other)];
  const isNew = a.length === b.length && a.some((key) => !(key in other));
  if (isNew) noise.add(keysOf(path));
  a.forEach((key, i) => newKeys(one[key], other[isNew ? b[i] : key], isNew ? underKeys(path) : `${path}.${key}`, noise));
}

function newKeysOf(one, other, noise) {
  for (const who of Object.keys(one.responses)) newKeys(one.responses[who].body, other.responses[who]?.body, `${who} body`, noise);
  for (const [store, tables] of Object.entries(one.states.after ?? {})) {
    for (const [table, { rows }] of Object.entries(tables)) {
      const others = other.states.after?.[store]?.[table]?.rows ?? [];
      rows.forEach((row, i) => newKeys(row, others[i], `${store} ${table}`, noise));
    }
  }
}

const isNear = (ms, at) => Math.abs(ms - at) < NEAR_MS;

/** Returns true if `value` is a time not much more than a day from `at`, in one of the usual forms. */
function isTime(value, at) {
  if (typeof value === 'number') return isNear(value, at) || isNear(value * 1000, at);
  if (typeof value !== 'string') return false;
  if (DATE.test(value)) return isNear(Date.parse(value), at);
  if (/^\d{10}$/.test(value)) return isNear(Number(value) * 1000, at);
  if (/^\d{13}$/.test(value)) return isNear(Number(value), at);
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} /.test(value) && isNear(Date.parse(value), at);
}

/** Returns whether a value cannot be new in each run: beside a time it is null that says something was not done. */
const isNone = (value) => value === null;

function placesOf(outcome, visit, noise) {
  for (const [who, response] of Object.entries(outcome.responses)) {
    leaves(response.body, `${who} body`, visit, noise);
    if (response.location !== undefined) visit(`${who} location`, response.location);
  }
  stateLeaves(outcome.states.after, visit, noise);
}

function stateLeaves(state, visit, noise) {
  for (const [store, tables] of Object.entries(state ?? {})) {
    for (const [table, { rows }] of Object.entries(tables)) {
      for (const row of rows) leaves(row, `${store} ${table}`, visit, noise);
    }
  }
}

// The rows of a table that is empty in the end may show that its ids are drawn at random.
function valuesByPath(outcome, noise) {
  const all = new Map();
  const visit = (path, value) => {
    const list = all.get(path) ?? [];
    list.push(JSON.stringify(value));
    all.set(path, list);
  };
  placesOf(outcome, visit, noise);
  for (const when of ['before', 'middle']) stateLeaves(outcome.states[when], visit, noise);
  return new Map([...all].map(([path, list]) => [path, list.sort().join()]));
}

/** Returns the set of paths at which two equal runs differ in values. `pairs` are pairs of outcomes of equal runs. */
function noiseOf(pairs) {
  const noise = new Set();
  for (const [one, other] of pairs) newKeysOf(one, other, noise);
  for (const [one, other] of pairs) {
    const [a, b] = [valuesByPath(one, noise), valuesByPath(other, noise)];
    for (const [path, values] of a) if (b.has(path) && b.get(path) !== values) noise.add(path);
  }
  return noise;
}

const LONG = 16; // characters of an id that may have no digit

// A name such as "usage.json", which the program has chosen.
const isName = (id) => id.length < LONG && !/\d/.test(id);

// "a-1.txt" was sent, in which the words are "a-1" and "txt".
const isSentFile = (id, words) => {
  const { name, ext } = nodePath.parse(id);
  return ext.length > 1 && words.has(name) && words.has(ext.slice(1));
};

// A short number may be sent by chance.
const isDistinctive = (word) => /\p{L}|\d{4}/u.test(word);

// "car:a1" of a request that sends "a1". A part with a number that no request sent is generated.
const isSentKey = (id, words) => {
  const parts = String(id).match(/[\w-]+/g) ?? [];
  const isSent = (part) => words.has(part) && isDistinctive(part);
  return parts.length > 1 && parts.some(isSent) && parts.every((part) => isName(part) || isSent(part));
};

/**
 * Returns the paths of generated keys: columns that are a table's whole primary key, with values that the store made
 * (`made`) or that no request sent. An id that a refused insert used up leaves a gap, which is no harm.
 */
function generatedKeys(outcomes) {
  const paths = new Set();
  for (const { states, sent = [], made = [] } of outcomes) {
    const isMade = new Set(made);
    const known = new Set(sent.map(String));
    // Of several new rows one may have a name, such as "version:alien" beside "page:alien:0" in Redis.
    const isWord = (id) => isName(id) || isSentFile(id, known) || isSentKey(id, known);
    const isChosen = (ids) => ids.some((id) => known.has(id)) || ids.every(isWord);
    for (const { key, ids } of newRows({ ...states, middle: {} })) {
      if (ids.length > 0 && (isMade.has(key) || !isChosen(ids))) paths.add(key);
    }
  }
  return paths;
}

// A value of a generated key is renamed wherever it stands: in responses, and in rows that refer to it. A key that
// differs between equal runs differs in all these places. Elsewhere a number may be equal by chance: the price of 5 of
// an order with the id 5.
function wordsOf(outcome, masked, keys, coarse) {
  const refersTo = referencesIn(outcome, new Set([...keys].filter((path) => !masked.has(path))));
  const grown = grownIn(outcome, masked);
  const meaningOf = (path, text) => (
    masked.has(path) ? grown(path, text).join(' or ') || text : refersTo(path, text).join(' or '));
  const occurrences = new Map();
  placesOf(outcome, (path, value) => {
    const meaning = meaningOf(path, String(value));
    if (meaning !== '') occurrences.set(meaning, [...occurrences.get(meaning) ?? [], path]);
  }, masked);
  return (path, value) => {
    if (isNone(value)) return value;
    if (isTime(value, outcome.at)) return '<time>';
    const meaning = meaningOf(path, String(value));
    if (meaning === '' && !masked.has(path)) return value;
    return coarse ? NEW : newWord(occurrences.get(meaning) ?? []);
  };
}

function renamed(value, path, wordOf, noise) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, `${path}[]`, wordOf, noise));
  if (!isObject(value)) return wordOf(path, value);
  const hasNewKeys = noise.has(keysOf(path));
  const entries = Object.entries(value).map(([key, item]) => (hasNewKeys
    ? [wordOf(keysOf(path), key), renamed(item, underKeys(path), wordOf, noise)]
    : [key, renamed(item, `${path}.${key}`, wordOf, noise)]));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function maskedState(state, wordOf, noise) {
  const result = {};
  for (const store of Object.keys(state ?? {}).sort()) {
    for (const table of Object.keys(state[store]).sort()) {
      const rows = state[store][table].rows.map((row) => renamed(row, `${store} ${table}`, wordOf, noise));
      result[`${store} ${table}`] = rows.map((row) => JSON.stringify(row)).sort();
    }
  }
  return result;
}

function maskedResponse(who, { status, body, location }, wordOf, noise) {
  const where = location && wordOf(`${who} location`, location);
  return { status, body: renamed(body, `${who} body`, wordOf, noise), location: where };
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
    responses[who] = maskedResponse(who, response, wordOf, noise);
  }
  const states = {};
  for (const [when, state] of Object.entries(outcome.states)) states[when] = maskedState(state, wordOf, noise);
  return { responses, states };
}

module.exports = { noiseOf, generatedKeys, leaves, masked, isNone, isTime, renamed };
