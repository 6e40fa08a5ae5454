'use strict';
// Counts equal items of lists.

/** Returns how often each of `items` occurs, as a Map. */
function countOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Parts `items` into {within, beyond}: those that `counts` has, a Map of countOf(), and what is there more often. */
function partBy(counts, items) {
  const left = new Map(counts);
  const within = [];
  const beyond = [];
  for (const item of items) {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    (count > 0 ? within : beyond).push(item);
  }
  return { within, beyond };
}

module.exports = { countOf, partBy };
