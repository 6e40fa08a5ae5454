'use strict';

/**
 * Calls `work` for each of `items`, at most `jobs` at a time, and yields {item, result} in the order in which they end.
 * A consumer that leaves its loop prevents further starts. It must abort running work itself; this waits for its end.
 */
async function* pooled(items, jobs, work) {
  const active = new Map();
  const source = items[Symbol.iterator]();
  let exhausted = false;
  const fill = () => {
    while (!exhausted && active.size < jobs) {
      const { value, done } = source.next();
      if (done) {
        exhausted = true;
        return;
      }
      const promise = work(value).then((result) => ({ promise, item: value, result }));
      active.set(promise, value);
    }
  };
  try {
    for (fill(); active.size > 0; fill()) {
      const { promise, item, result } = await Promise.race(active.keys());
      active.delete(promise);
      yield { item, result };
    }
  } finally {
    exhausted = true;
    await Promise.allSettled(active.keys());
  }
}

module.exports = { pooled };
