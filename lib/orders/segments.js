'use strict';
// Cuts a long graph into pieces, so that planning takes time that grows with the number of points alone. A hold does
// not reach far, so pieces can be planned one by one, and one run shows orders of all of them.
const { timesWith } = require('./extension.js');

const LENGTH = 512; // points of a piece, several times as many as the window of gaps
const LONGEST = 1024; // of a graph that stays whole

// Causes before the piece are there when it begins.
function causesIn(causes, { from, natural, base }) {
  return causes.map(({ at, gap }) => {
    if (at >= from) return { at: at - from, gap };
    return { at: -1, gap: Math.max(0, (at >= 0 ? natural[at] : 0) + gap - base) };
  });
}

function pieceOf({ points, hard, soft, gaps }, { from, to, natural }) {
  const about = { from, natural, base: natural[from] };
  const isInside = ({ point, event }) => point >= from && event < to;
  const local = ({ whole, point, event, cause, weight, isDoubtful, isConflict }) => ({
    whole, weight, isDoubtful, isConflict,
    point: point - from, event: event - from, cause: cause >= from ? cause - from : -1,
  });
  return {
    from,
    points: points.slice(from, to),
    hard: hard.slice(from, to).map((causes) => causesIn(causes, about)),
    soft: soft.slice(from, to).map((causes) => causesIn(causes, about)),
    gaps: gaps.filter(isInside).map(local),
  };
}

/**
 * Returns the pieces of a graph with `gaps`, each a graph of its own with the position `from` of its first point. Its
 * gaps know those of the `whole`. A short graph is one piece. Every other `round` cuts elsewhere, so that no gap is
 * always across a cut.
 */
function segmentsOf(graph, gaps, round) {
  const { length } = graph.points;
  if (length <= LONGEST) return [{ ...graph, gaps, from: 0 }];
  const natural = timesWith(graph, new Map());
  const sorted = [...gaps].sort((a, b) => a.point - b.point);
  const pieces = [];
  let next = 0;
  for (let from = 0, to = round % 2 === 0 ? LENGTH : LENGTH / 2; from < length; from = to, to += LENGTH) {
    const own = [];
    while (next < sorted.length && sorted[next].point < to) own.push(sorted[next++]);
    pieces.push(pieceOf({ ...graph, gaps: own }, { from, to: Math.min(to, length), natural }));
  }
  return pieces;
}

module.exports = { LENGTH, LONGEST, segmentsOf };
