'use strict';
// "e comes between q and p" are two constraints, q -> e and e -> p. The first one is needed where the plan's other
// holds bring q near to e: then the time that each step happens to take would decide.
const { latestOf } = require('./gaps.js');
const { timesWith } = require('./extension.js');

const NEAR_MS = 20;

/**
 * Returns what else has to wait, and for what, so that `holds` show their gaps: {point, events, ms} each, as the holds,
 * which are all for `graph`.
 */
function behindCauses(graph, holds) {
  const times = timesWith(graph, new Map(holds.map(({ point, events }) => [point, events])));
  if (!times) return [];
  const waits = new Map();
  for (const { point, events } of holds) {
    const cause = latestOf(graph, point);
    if (cause < 0 || graph.points[point].stall) continue;
    for (const event of events) {
      const wait = times[event] - times[cause];
      const isOpen = graph.points[event].isHeld && !graph.points[event].stall && wait > 0 && wait < NEAR_MS;
      if (!isOpen || latestOf(graph, event) === cause) continue;
      if (!waits.has(event)) waits.set(event, new Set());
      waits.get(event).add(cause);
    }
  }
  return [...waits].map(([point, causes]) => ({ point, events: [...causes], ms: 0 }));
}

module.exports = { behindCauses };
