'use strict';
// Compares outcomes but for which new row has which generated id. The ids depend on the order of single statements,
// also where nothing is wrong: "line 1 is of order 2, line 2 of order 1". The rows are a graph: an id is a node, and
// the rows and answers in which it stands tell nodes apart, again and again until no more of them differ.
const crypto = require('node:crypto');
const { isDeepStrictEqual: same } = require('node:util');

const { isNone, isTime, renamed } = require('./mask.js');
const { numbersOf } = require('./numbered.js');
const { grownIn, isIdPath, isUrlPath, newRows, referencesIn } = require('./references.js');

const ROUNDS = 8;
const MOST_MEANINGS = 8;
const SLOT = '\u0000';
const OWN_ID = /(?:^|[. \]])_?id$/i;

const digest = (text) => crypto.createHash('sha256').update(text).digest('hex').slice(0, 16);

// The id of another thing, which a request names: event_id is 1 where "/events/1" is sent.
const isOfOther = (path, value, { sent = [] }) => (
  !OWN_ID.test(path) && sent.some((one) => String(one) === String(value)));

// The nodes that a value may be: of a new row, or a text that is new in each run.
function nodesAt(path, value, { outcome, noise, numbers, refersTo, grown, isSure }) {
  if (isNone(value)) return [];
  if (isTime(value, outcome.at)) return ['<time>'];
  if (noise.has(path)) {
    const rows = grown(path, String(value));
    return rows.length > 0 ? rows : [`new=${value}`];
  }
  const rows = refersTo(path, String(value), isSure && /^(?:first|second) /.test(path));
  const isNumber = rows.length === 0 && numbers.has(String(value)) && isIdPath(path);
  return isNumber && !isOfOther(path, value, outcome) ? [`number=${value}`] : rows;
}

// A row or an answer as a text with slots, and the nodes of each slot.
function recordOf(path, value, about) {
  const slots = [];
  const slot = (nodes) => SLOT + (slots.push(nodes) - 1) + SLOT;
  const wordOf = (at, leaf) => {
    const nodes = nodesAt(at, leaf, about);
    if (nodes.length > 0) return slot(nodes);
    if (typeof leaf !== 'string' || !isUrlPath(at)) return leaf;
    return leaf.split(/([/?&=#])/).map((part) => {
      const own = nodesAt(at, part, about);
      return own.length > 0 ? slot(own) : part;
    }).join('');
  };
  return { path, text: JSON.stringify(renamed(value, path, wordOf, about.noise)), slots };
}

function recordsOf(about) {
  const { responses } = about.outcome;
  const answers = Object.entries(responses).map(([who, { status, body = null, location = null }]) => ({
    who, status, body: recordOf(`${who} body`, body, about), location: recordOf(`${who} location`, location, about),
  }));
  const rows = about.rows.map(([path, row]) => recordOf(path, row, about));
  return { answers, rows, all: [...rows, ...answers.flatMap(({ body, location }) => [body, location])] };
}

const EMPTY = new Set();

// Remembers what `make` has returned for an object: one outcome is compared with several others.
function remembered(make) {
  const known = new WeakMap();
  return (object) => {
    if (!known.has(object)) known.set(object, make(object));
    return known.get(object);
  };
}

const textOf = remembered((row) => JSON.stringify(row));

// [path of the table, row] of the rows in the end, but for those that have a key and are in all of `known`: rows that
// nobody has changed tell nothing, and there may be many. `known`: Maps from textsIn().
function rowsOf(states, known) {
  return Object.entries(states.after ?? {}).flatMap(([store, tables]) =>
    Object.entries(tables).flatMap(([table, { rows, primary }]) => {
      const path = `${store} ${table}`;
      const isKnown = (row) => known.every((texts) => (texts.get(path) ?? EMPTY).has(textOf(row)));
      return rows.filter((row) => !primary || !isKnown(row)).map((row) => [path, row]);
    }));
}

// Path of a table -> its rows as texts.
const textsIn = remembered((state) => new Map(Object.entries(state).flatMap(([store, tables]) =>
  Object.entries(tables).map(([table, { rows }]) => [`${store} ${table}`, new Set(rows.map(textOf))]))));

function colours(all) {
  const records = all.filter(({ slots }) => slots.length > 0);
  const nodes = new Set(records.flatMap(({ slots }) => slots.flat()));
  let known = new Map([...nodes].map((node) => [node, node.slice(0, node.lastIndexOf('='))]));
  const shown = (slot) => slot.map((node) => known.get(node)).sort().join(' or ');
  for (let round = 0; round < ROUNDS; round++) {
    const seen = new Map([...nodes].map((node) => [node, [known.get(node)]]));
    for (const { path, text, slots } of records) {
      const whole = `${path} ${text} ${slots.map(shown).join()}`;
      slots.forEach((slot, i) => slot.forEach((node) => seen.get(node).push(`${i} ${whole}`)));
    }
    const next = new Map([...seen].map(([node, texts]) => [node, digest(texts.sort().join('\n'))]));
    const isDone = new Set(next.values()).size === new Set(known.values()).size && round > 0;
    known = next;
    if (isDone) break;
  }
  return shown;
}

// The outcome with the colour of a node in its place.
function shapeOf(about) {
  const { answers, rows, all } = recordsOf(about);
  const shown = colours(all);
  const filled = ({ path, text, slots }) => `${path} ${text} ${slots.map(shown).join()}`;
  return {
    answers: answers.map(({ who, status, body, location }) => [who, status, filled(body), filled(location)]),
    rows: rows.map(filled).sort(),
  };
}

// Both copies of a request send the same, so an id of a new row is none that one of them has chosen.
const keysIn = (outcome) => [...newRows(outcome.states)].map(({ key }) => key).filter(Boolean);

// No name tells the table of an id such as {"id": 2} in the payload of an event, so all such ids may be of one table.
// Yields what to make of the rows that an id may be: all, or those of one table.
function* meanings(keys) {
  yield (rows) => rows;
  for (const key of [...keys].slice(0, MOST_MEANINGS)) {
    yield (rows) => {
      const own = rows.filter((row) => row.startsWith(`${key}=`));
      return own.length > 0 ? own : rows;
    };
  }
}

/**
 * Returns whether two outcomes are equal but for which new row has which id. `noise` and `keys` are sets of paths, as
 * of masked() (mask.js); `numbered` is from numberedIn() (numbered.js), `unnamed` one of unnamedIn() (unnamed.js).
 */
function isAlike(one, other, { noise, keys, numbered = [], unnamed }) {
  if (!one.states.after || !other.states.after) return false;
  const keysOf = (outcome) => new Set(one.isCopy ? keysIn(outcome) : keys);
  const known = [one.states.before ?? {}, one.states.after, other.states.after].map(textsIn);
  const aboutOf = (outcome) => ({
    outcome, noise, numbers: numbersOf(outcome, numbered), refersTo: referencesIn(outcome, keysOf(outcome), unnamed),
    grown: grownIn(outcome, noise), rows: rowsOf(outcome.states, known),
  });
  const [a, b] = [aboutOf(one), aboutOf(other)];
  for (const among of meanings(keysOf(one))) {
    const meant = ({ refersTo, ...about }) => ({ ...about, refersTo: (...given) => among(refersTo(...given)) });
    const shape = (about, isSure) => shapeOf({ ...meant(about), isSure });
    // An id in an answer may be that of a row that was there before.
    if ([false, true].some((isSure) => same(shape(a, isSure), shape(b, isSure)))) return true;
  }
  return false;
}

module.exports = { isAlike };
