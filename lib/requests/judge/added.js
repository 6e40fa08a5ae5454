'use strict';
// Puts what was added to lists into an order that no run decides: elements of a list in Redis or of an array in a
// column, lines of a log. Nothing is lost if two requests append to two lists in different orders, or if one appends
// between two lines of the other. Elements that were there before keep their order, so a list that is sorted anew tells
// of a loss.
const { countOf, partBy } = require('../../analysis/counts.js');

const isObject = (value) => value !== null && typeof value === 'object';

// Numbers are times or ids, which differ from run to run.
const keyOf = (text) => text.replace(/\d+/g, '#');

const byKey = (a, b) => (keyOf(a) < keyOf(b) || (keyOf(a) === keyOf(b) && a < b) ? -1 : 1);

// A line such as "balance: 90" in the place of "balance: 100" is changed, not added. A list that only keeps its last
// elements may be all new, but then these look alike.
function isInPlace(texts, before) {
  if (before.length === 0 || texts.length < before.length) return false;
  const present = new Set(texts);
  const isKept = (text, i) => text === texts[i];
  const isChanged = (text, i) => !present.has(text) && keyOf(text) === keyOf(texts[i]);
  if (!before.every((text, i) => isKept(text, i) || isChanged(text, i))) return false;
  const [old, now] = [before, texts].map((all) => countOf(all.map(keyOf)));
  return before.some(isKept) || before.every((text) => old.get(keyOf(text)) === 1 && now.get(keyOf(text)) === 1);
}

function partsOf(texts, before) {
  if (!isInPlace(texts, before)) return partBy(countOf(before), texts);
  return { within: texts.slice(0, before.length), beyond: texts.slice(before.length) };
}

function sorted(list, before) {
  const textsOf = (items) => items.map((item) => JSON.stringify(item));
  const texts = textsOf(list);
  const { within, beyond } = partsOf(texts, textsOf(before));
  const given = [...within, ...beyond.sort(byKey)];
  return given.some((text, i) => text !== texts[i]) ? given.map((text) => JSON.parse(text)) : list;
}

// The same with each value as `change(value, name)` returns it; the object itself if nothing has changed.
function mapped(object, change) {
  const entries = Object.entries(object).map(([name, value]) => [name, change(value, name)]);
  return entries.some(([name, value]) => value !== object[name]) ? Object.fromEntries(entries) : object;
}

// Lists in a value, but for those in lists.
function inOrder(value, before) {
  if (Array.isArray(value)) return sorted(value, Array.isArray(before) ? before : []);
  if (!isObject(value)) return value;
  return mapped(value, (item, name) => inOrder(item, isObject(before) ? before[name] : undefined));
}

function tableInOrder(table, { rows: before = [] } = {}) {
  const { rows, primary } = table;
  if (!primary) return table;
  const nameOf = (row) => JSON.stringify(primary.map((column) => row[column]));
  const known = new Map(before.map((row) => [nameOf(row), row]));
  const given = rows.map((row) => inOrder(row, known.get(nameOf(row))));
  return given.some((row, i) => row !== rows[i]) ? { ...table, rows: given } : table;
}

const stateInOrder = (state = {}, before = {}) => mapped(state, (tables, store) =>
  mapped(tables, (table, name) => tableInOrder(table, before[store]?.[name])));

/**
 * Returns an outcome whose lists have in one order what was added to them since the state before it; the outcome itself
 * if that changes nothing.
 */
function inOneOrder(outcome) {
  const { before } = outcome.states;
  const states = mapped(outcome.states, (state, when) => (when === 'before' ? state : stateInOrder(state, before)));
  return states === outcome.states ? outcome : { ...outcome, states };
}

module.exports = { inOneOrder };
