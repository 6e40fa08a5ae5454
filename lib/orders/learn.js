'use strict';
// Learns from what a run made of its constraints.

// Returns whether the run has held something else that the event follows from.
function isLateOtherwise(graph, { point, event }, asked) {
  const held = new Set(asked.filter((one) => one.graph === graph && one.point !== point).map((one) => one.point));
  const seen = new Set();
  const left = [event];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (held.has(at)) return true;
    for (const { at: cause } of [...graph.hard[at], ...graph.soft[at]]) {
      if (cause >= 0 && !seen.has(cause)) left.push(cause);
      seen.add(cause);
    }
  }
  return false;
}

// Timers that a stall brings together keep their order, so only that it was made shows the gap.
function noteStall(graph, point, event) {
  for (const gap of graph.gaps) if (gap.point === point && gap.event === event) gap.isShown = true;
}

/**
 * Takes in what became of `asked`, constraints that were each {graph, point, events}. `order` has the positions of the
 * run's points by their keys. What a point was held for and came behind it all the same follows from it, as far as is
 * known.
 */
function learn(asked, order) {
  for (const { graph, point, events } of asked) {
    const { key, stall } = graph.points[point];
    for (const event of events) {
      const isMade = stall && stall !== 'turn' && order.has(key);
      if (isMade) noteStall(graph, point, event);
      else if (order.get(key) < order.get(graph.points[event].key)) follow(graph, { point, event }, asked);
    }
  }
}

function follow(graph, { point, event }, asked) {
  const { hard } = graph;
  if (hard[event].some(({ at }) => at === point) || isLateOtherwise(graph, { point, event }, asked)) return;
  hard[event].push({ at: point, gap: 0 });
}

module.exports = { learn };
