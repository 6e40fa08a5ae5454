'use strict';
// Finds the calls that follow from an operation. A delayed arrival often changes places with nothing itself: the call
// that its event starts is overtaken, since it begins later.
const { TURNS } = require('../analysis/causes.js');

const MOST = 16;

/** Returns whether an operation is the end of a call. */
const isAnswer = ({ phase }) => phase === 'callback' || phase === 'promise';

/** Returns the events that came in the turn that `at`, an entry of `order`, has begun. */
function eventsOf(at, order) {
  if (at.phase !== 'descriptor' || at.lost) return [];
  const next = order.find(({ phase, line, lost }) => TURNS.has(phase) && !lost && line > at.line);
  const isInTurn = ({ decidedLine }) => decidedLine > at.line && decidedLine < (next?.line ?? Infinity);
  return order.filter((entry) => entry.phase === 'event' && isInTurn(entry));
}

/**
 * Returns the calls of the program that follow from the entry `at` of `order` (the operations of a trace as they
 * happened), in that order: their callbacks and promises. At most 16.
 */
function consequencesOf(at, order) {
  const started = [...order].filter(({ id }) => id !== undefined).sort((a, b) => a.id - b.id);
  const from = new Set([at.id, ...eventsOf(at, order).map(({ id }) => id)]);
  for (const { id, parent } of started) if (from.has(parent)) from.add(id);
  const isCall = (entry) => isAnswer(entry) && entry.key !== at.key;
  return order.filter((entry) => from.has(entry.id) && isCall(entry)).slice(0, MOST);
}

module.exports = { isAnswer, consequencesOf, eventsOf };
