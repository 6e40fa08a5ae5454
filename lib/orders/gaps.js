'use strict';
// The orders of a run that can be counted: gaps. For a point that can be held and what it follows from, an event that
// follows from neither may come before both, between them, or after both. "Between" is a gap, and so is "before", since
// it is one for the event.
const { arrivalOf } = require('../analysis/causes.js');
const { relationOf } = require('../analysis/touched.js');
const { weightOf } = require('./weights.js');

// Stalls that undo what other holds make.
const RISKY = new Set(['short', 'event']);
// Matches arrivals for which the trace has an event where the program hears of them.
const TELLS = /(?:^|\/)(?:connect|pipe|stream|listen)#[0-9]+(?:\/accepted)?\/ready#[0-9]+$/;
const IN_FULL = 3; // of like steps
const WINDOW = 64; // points looked at on each side of one: a hold does not reach further

// Returns for each point the positions of the points that it surely follows from, of those in the window before it.
function ancestorsIn(...causesOf) {
  const ancestors = [];
  for (const at of causesOf[0].keys()) {
    const causes = causesOf.flatMap((all) => all[at]);
    const own = new Set();
    for (const { at: cause } of causes) {
      if (cause < 0) continue;
      own.add(cause);
      for (const further of ancestors[cause]) if (further > at - 2 * WINDOW) own.add(further);
    }
    ancestors.push(own);
  }
  return ancestors;
}

// The cause that came last.
function latestOf({ hard, soft }, at) {
  const all = [...hard[at], ...soft[at]].map((cause) => cause.at);
  return all.length > 0 ? Math.max(...all) : -1;
}

// Of many like steps, arrivals at one connection, the first ones and the last one stand for all.
function alikeIn(points) {
  const counts = new Map();
  const number = points.map(({ kind, place, name }) => {
    if (kind !== 'arrival') return 0;
    const queue = `${place} ${arrivalOf(name).connection ?? name}`;
    counts.set(queue, (counts.get(queue) ?? 0) + 1);
    return [queue, counts.get(queue)];
  });
  return (at) => number[at] !== 0 && number[at][1] > IN_FULL && number[at][1] < counts.get(number[at][0]);
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
  const isAlike = alikeIn(points);
  const isQuiet = (at) => TELLS.test(points[at].name) && !points[at].acts;
  return {
    isInner: (at) => (isTask(at) ? first.get(points[at].owner) !== at && !isLast(at) : isQuiet(at) || isAlike(at)),
    isUnseen: (at) => (isTask(at) ? !isLast(at) : isQuiet(at)),
  };
}

// Returns whether a point is a change of what was looked at in its chain before.
function actsIn({ points }, ancestors) {
  return points.map((point, at) => {
    if (point.kind !== 'start' || !point.changes) return false;
    return [...ancestors[at]].some((from) => (
      points[from].kind === 'end' && points[from].owner !== point.owner && relationOf(points[from], point) !== undefined));
  });
}

// A stall before a timer lets other timers come; one after a short timer was set lets that one come.
function isFor({ stall, name, place }, event) {
  if (event.kind === 'stall' || (stall && stall !== 'thread' && event.place !== place)) return false;
  if (stall === 'short') return name === `${event.name}/after#1`;
  return (stall !== 'timer' && stall !== 'event') || (event.kind === 'timer' && name !== `${event.name}/before#1`);
}

/**
 * Returns the gaps of a graph (graph.js), each {cause, event, point, isDoubtful, weight}: positions, of the cause -1
 * for the program's start. One is doubtful if the event likely follows from the point,
 * or if holding the point undoes other orders. `isNew` says of a point whether only a run with delays has had its call.
 */
function gapsOf(graph, isNew = () => false) {
  const { points } = graph;
  const ancestors = ancestorsIn(graph.hard);
  const likely = ancestorsIn(graph.hard, graph.soft);
  const { isInner, isUnseen } = innerIn(graph);
  const acts = actsIn(graph, ancestors);
  const gaps = [];
  for (const [at, point] of points.entries()) {
    if (!point.isHeld) continue;
    const cause = latestOf(graph, at);
    const about = { isInner: isInner(at), actsOn: acts[at], isNew: isNew(point) };
    for (let event = at + 1; event < Math.min(points.length, at + 1 + WINDOW); event++) {
      if (ancestors[event].has(at) || !isFor(point, points[event])) continue;
      const isRisky = RISKY.has(point.stall);
      const isDoubtful = likely[event].has(at) || isRisky;
      const weight = weightOf(point, points[event], event - at, { ...about, isUnseen: isUnseen(event), isDoubtful });
      gaps.push({ cause, event, point: at, isDoubtful, isRisky, weight });
    }
  }
  return gaps;
}

module.exports = { WINDOW, gapsOf };
