'use strict';
// The orders of a run that can be counted: gaps. For a point that can be held and what it follows from, an event that
// follows from neither may come before both, between them, or after both. "Between" is a gap, and so is "before", since
// it is one for the event.
const { Ancestors, SPAN } = require('./ancestors.js');
const { relationOf } = require('../analysis/touched.js');
const { weightOf } = require('./weights.js');

// Stalls that undo what other holds make.
const RISKY = new Set(['short', 'event']);
// Matches arrivals for which the trace has an event where the program hears of them.
const TELLS = /(?:^|\/)(?:connect|pipe|stream|listen)#[0-9]+(?:\/accepted)?\/ready#[0-9]+$/;
const WINDOW = 64; // calls and connections looked at after a point: a hold does not reach further

/** Returns the position of that cause of point `at` that came last; -1: the program's start. */
function latestOf({ hard, soft }, at) {
  const all = [...hard[at], ...soft[at]].map((cause) => cause.at);
  return all.length > 0 ? Math.max(...all) : -1;
}

// Tells the inner points of calls, which hardly show: a change is held before it is first made, a look after it was
// last taken.
function innerIn({ points }) {
  const [first, last] = [new Map(), new Map()];
  for (const [at, { owner, kind, changes }] of points.entries()) {
    if (kind === 'start' && !first.has(owner)) first.set(owner, at);
    if (kind === 'start' && changes && !points[first.get(owner)].changes) first.set(owner, at);
    if (kind === 'end') last.set(owner, at);
  }
  const isTask = (at) => points[at].kind === 'start' || points[at].kind === 'end';
  const isLast = (at) => last.get(points[at].owner) === at;
  const isQuiet = (at) => TELLS.test(points[at].name) && !points[at].acts;
  return {
    isInner: (at) => (isTask(at) ? first.get(points[at].owner) !== at && !isLast(at) : isQuiet(at)),
    isUnseen: (at) => (isTask(at) ? !isLast(at) : isQuiet(at)),
  };
}

// Returns whether a point is a change of what was looked at in its chain before.
function actsIn({ points }, ancestors) {
  return points.map((point, at) => {
    if (point.kind !== 'start' || !point.changes) return false;
    for (let from = at - 1; from >= Math.max(0, at - 2 * WINDOW); from--) {
      const isLook = points[from].kind === 'end' && points[from].owner !== point.owner;
      if (isLook && ancestors.has(at, from) && relationOf(points[from], point) !== undefined) return true;
    }
    return false;
  });
}

// Events that can be ready, and come, while the thread stalls in its poll.
const COMES = new Set(['end', 'call', 'arrival', 'exit']);

// While its thread stalls a program runs nothing, so only what is under way comes then: what it had asked for before.
function isUnderWay({ points, hard }, event, at) {
  return hard[event].every(({ at: cause }) => (
    cause < at || (points[cause].kind === 'start' && isUnderWay({ points, hard }, cause, at))));
}

// A stall before a timer lets other timers come, and other events before that timer. One before an event lets other
// events come in the same turn, and one after a short timer was set lets that timer come.
function isFor(graph, point, event) {
  const { kind, stall, name, place } = graph.points[point];
  const later = graph.points[event];
  if (later.kind === 'stall') return false;
  const stalls = kind === 'timer' || (stall && stall !== 'thread');
  if (stalls && (later.place !== place || !isUnderWay(graph, event, point))) return false;
  if (kind === 'timer') return COMES.has(later.kind);
  if (stall === 'short') return name === `${later.name}/after#1`;
  if (stall === 'event') return later.kind === 'timer' || (COMES.has(later.kind) && name !== `${later.name}/before#1`);
  return stall !== 'timer' || (later.kind === 'timer' && name !== `${later.name}/before#1`);
}

const processOf = (place) => place.replace(/t[0-9]+$/, '');

// Processes share no memory. What one does is seen in another one by its files, or by what arrives there, which is an
// event of that other process. Files can be looked at without an event, by synchronous calls, until a child has ended.
function canMeet(point, event) {
  if (processOf(point.place) === processOf(event.place)) return true;
  if (point.changes && event.kind === 'exit') return true;
  return point.files !== undefined && event.files !== undefined && relationOf(point, event) === 'conflict';
}

/**
 * Returns the gaps of a graph (graph.js), each {cause, event, point, isDoubtful, weight}: positions, of the cause -1
 * for the program's start. One is doubtful if the event likely follows from the point,
 * or if holding the point undoes other orders. `isNew` says of a point whether only a run with delays has had its call.
 */
function gapsOf(graph, isNew = () => false) {
  const { points } = graph;
  const ancestors = new Ancestors(graph.hard);
  const likely = new Ancestors(graph.hard, graph.soft);
  const { isInner, isUnseen } = innerIn(graph);
  const acts = actsIn(graph, ancestors);
  const gaps = [];
  for (const [at, point] of points.entries()) {
    if (!point.isHeld) continue;
    const cause = latestOf(graph, at);
    const about = { isInner: isInner(at), actsOn: acts[at], isNew: isNew(point) };
    const between = new Set(); // all steps of one call or connection are one
    const end = Math.min(points.length, at + SPAN);
    for (let event = at + 1; event < end && between.size < WINDOW; event++) {
      between.add(points[event].chain);
      const isOrdered = ancestors.has(event, at) || !isFor(graph, at, event) || !canMeet(point, points[event]);
      if (isOrdered) continue;
      const isRisky = RISKY.has(point.stall);
      const isDoubtful = likely.has(event, at) || isRisky;
      const weight = weightOf(point, points[event], between.size, { ...about, isUnseen: isUnseen(event), isDoubtful });
      const isConflict = relationOf(point, points[event]) === 'conflict';
      gaps.push({ cause, event, point: at, isDoubtful, isRisky, isConflict, weight });
    }
  }
  return gaps;
}

module.exports = { WINDOW, gapsOf, latestOf };
