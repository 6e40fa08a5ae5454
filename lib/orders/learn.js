'use strict';
// Learns from what a run made of its constraints.
const { Ancestors } = require('./ancestors.js');
const { OWN } = require('./graph.js');

const MARGIN_MS = 50; // by which an event may come later than usual after what it follows from
const ABSENT = 0.5; // for each run that one of the two was missing from

const causesOf = ({ hard, soft }, at) => (
  [...hard[at], ...soft[at]].map((cause) => cause.at).filter((cause) => cause >= 0));

// Returns whether the run has held something else that the event follows from, and so long that this may be why the
// event was late.
function isLateOtherwise(graph, { point, event }, { asked, run }) {
  const { points } = graph;
  const timeIn = (at) => run.points[run.order.get(points[at].key)]?.t ?? Infinity;
  const isLong = (at) => timeIn(point) - timeIn(at) < points[event].t - points[at].t + MARGIN_MS;
  const others = asked.filter((one) => one.graph === graph && one.point !== point && isLong(one.point));
  const held = new Set(others.map((one) => one.point));
  const seen = new Set();
  const left = [event];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (held.has(at)) return true;
    for (const cause of causesOf(graph, at)) {
      if (!seen.has(cause)) left.push(cause);
      seen.add(cause);
    }
  }
  return false;
}

function note(graph, { point, event }, about) {
  for (const gap of graph.gaps) if (gap.point === point && gap.event === event) Object.assign(gap, about);
}

// A point that was not there in one run is less likely to be there in the next one.
function missed(graph, { point, event }, { at, awaited }) {
  note(graph, { point, event }, { reason: 'absent' });
  for (const gap of graph.gaps) {
    const isWith = (at === undefined && gap.point === point) || (awaited === undefined && gap.event === event);
    if (isWith) gap.weight *= ABSENT;
  }
}

// Returns the first point on the way to `event` that came behind the hold of `point`: that is what waited for it. A
// point that came before it in the run of the graph did not.
function firstBehind(graph, { point, event }, run) {
  const { points } = graph;
  const isBehind = (at) => run.order.get(points[at].key) > run.order.get(points[point].key);
  const seen = new Set([event]);
  let at = event;
  for (;;) {
    const next = causesOf(graph, at).find((cause) => cause > point && !seen.has(cause) && isBehind(cause));
    if (next === undefined) return at;
    seen.add(next);
    at = next;
  }
}

// True if the program had asked for it before the hold ended: then it was only late.
function wasAskedBefore(first, held, run) {
  const [own, other] = [first, held].map(({ key }) => run.points[run.order.get(key)]);
  return OWN.has(own.kind) && own.place === other.place && own.set < other.line;
}

// An event that comes behind a hold for it follows from what was held, as far as is known. If the program goes on after
// both of two events, the first thing that it does then follows from both.
function follow(graph, constraint, { asked, run }) {
  const { hard, points } = graph;
  const { point } = constraint;
  if (isLateOtherwise(graph, constraint, { asked, run })) return false;
  const first = firstBehind(graph, constraint, run);
  if (wasAskedBefore(points[first], points[point], run)) note(graph, constraint, { reason: 'late' });
  else if (!hard[first].some(({ at }) => at === point)) return hard[first].push({ at: point, gap: 0 }) > 0;
  return false;
}

// Orders that are impossible by what was learned.
function excludeIn(graph) {
  const ancestors = new Ancestors(graph.hard);
  for (const gap of graph.gaps) {
    const isImpossible = !gap.isShown && ancestors.has(gap.event, gap.point);
    if (isImpossible) Object.assign(gap, { reason: 'follows', isImpossible });
  }
}

/**
 * Takes in what became of `asked`, constraints that were each {graph, point, events}. `run`: {points, order}, the
 * points of the run, and their positions by their keys.
 */
function learn(asked, run) {
  const changed = new Set();
  for (const { graph, point, events } of asked) {
    const { key, stall } = graph.points[point];
    for (const event of events) {
      const [at, awaited] = [key, graph.points[event].key].map((one) => run.order.get(one));
      // Timers that a stall brings together keep their order, so only that it was made shows the gap.
      if (stall && stall !== 'turn' && at !== undefined) note(graph, { point, event }, { isShown: true });
      else if (at === undefined || awaited === undefined) missed(graph, { point, event }, { at, awaited });
      else if (at < awaited && follow(graph, { point, event }, { asked, run })) changed.add(graph);
    }
  }
  for (const graph of changed) excludeIn(graph);
}

module.exports = { learn };
