'use strict';
// A call, a connection or an object may have many like steps, such as the slices of a decompression or the reads of a
// stream. The first ones and the last one stand for all. The others leave the graph; what followed from one of them
// follows from what that followed from.
const { arrivalOf } = require('../analysis/causes.js');

const IN_FULL = 3;
const MOST_CAUSES = 4; // of a point, the latest ones

function leftOutIn(points) {
  const counts = new Map();
  const numbers = points.map(({ kind, place, name, chain }) => {
    const { connection } = kind === 'arrival' ? arrivalOf(name) : {};
    const steps = `${kind} ${connection === undefined ? chain : `${place} ${connection}`}`;
    counts.set(steps, (counts.get(steps) ?? 0) + 1);
    return [steps, counts.get(steps)];
  });
  // Each tick of an interval is a limit of its own.
  return numbers.map(([steps, number], at) => (
    points[at].kind !== 'timer' && number > IN_FULL && number < counts.get(steps)));
}

// Returns the causes of a point among those that stay: of one that leaves its own, behind which it came.
function causesWith(causes, through, isLeftOut) {
  const found = new Map();
  const add = (at, gap) => found.set(at, Math.max(found.get(at) ?? 0, gap));
  for (const { at, gap } of causes) {
    if (at < 0 || !isLeftOut[at]) add(at, gap);
    else for (const further of through[at]) add(further.at, further.gap + gap);
  }
  const latest = [...found].sort((a, b) => b[0] - a[0]).slice(0, MOST_CAUSES);
  return latest.map(([at, gap]) => ({ at, gap }));
}

/** Returns `graph` (graph.js) without the steps that others stand for. */
function withoutLikeSteps({ points, hard, soft }) {
  const isLeftOut = leftOutIn(points);
  if (!isLeftOut.includes(true)) return { points, hard, soft };
  const through = []; // by point that leaves: what it surely followed from
  const position = new Int32Array(points.length);
  const kept = { points: [], hard: [], soft: [] };
  const placed = (causes) => causes.map(({ at, gap }) => ({ at: at < 0 ? at : position[at], gap }));
  for (const [at, point] of points.entries()) {
    const causes = causesWith(hard[at], through, isLeftOut);
    if (isLeftOut[at]) {
      through[at] = causes;
      continue;
    }
    position[at] = kept.points.length;
    kept.points.push(point);
    kept.hard.push(placed(causes));
    kept.soft.push(placed(causesWith(soft[at], through, isLeftOut)));
  }
  return kept;
}

module.exports = { withoutLikeSteps };
