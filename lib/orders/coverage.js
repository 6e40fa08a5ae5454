'use strict';
// Counts the orders of a campaign: how many there are, how many were shown, how many cannot be and why, and how many
// are left.
const { readName } = require('../names/name.js');

const MOST_TRIES = 3;
const MOST_LISTED = 1000; // of the orders that cannot be
const FILE = /^(.*?):[0-9]+(?::[0-9]+)?$/s;

/**
 * Returns why an order cannot be. `follows`: one of the two follows from the other. `absent`: one of the two did not
 * happen when it was tried. `late`: it would take longer than the longest delay. `vain`: it was tried, and did not come
 * about. Undefined: it was shown, or may still be tried.
 */
function reasonOf({ isShown, isImpossible, tries, reason }, isDone) {
  if (isShown) return undefined;
  if (isImpossible) return reason;
  if (tries >= MOST_TRIES) return reason ?? 'vain';
  return isDone ? reason ?? 'late' : undefined;
}

const fileOf = ({ name }) => {
  const { site } = readName(name);
  return site === undefined ? undefined : FILE.exec(site)?.[1] ?? site;
};

const emptyCounts = () => ({ all: 0, shown: 0, impossible: 0, left: 0 });

function countIn(counts, { isShown }, reason) {
  counts.all++;
  counts[isShown ? 'shown' : reason ? 'impossible' : 'left']++;
}

const described = ({ name, phase, place }) => ({ name, phase, place });

/**
 * Returns {all, shown, impossible, left, reasons, files, cannot} for graphs with their gaps. `reasons` has the number
 * of impossible orders by reason; `files` the same counts by the file of the operation that would have to wait;
 * `cannot` the first of the impossible ones, each {event, point, reason}. `isDone`: nothing else will be tried.
 */
function coverageOf(graphs, isDone) {
  const counts = emptyCounts();
  const [reasons, files, cannot] = [{}, new Map(), []];
  for (const { points, gaps } of graphs) {
    for (const gap of gaps) {
      const reason = reasonOf(gap, isDone);
      const [event, point] = [points[gap.event], points[gap.point]];
      const file = fileOf(point) ?? '';
      if (!files.has(file)) files.set(file, emptyCounts());
      countIn(counts, gap, reason);
      countIn(files.get(file), gap, reason);
      if (reason === undefined) continue;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      if (cannot.length < MOST_LISTED) cannot.push({ event: described(event), point: described(point), reason });
    }
  }
  return { ...counts, reasons, files: Object.fromEntries([...files].sort()), cannot };
}

module.exports = { MOST_TRIES, coverageOf, reasonOf };
