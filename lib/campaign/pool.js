'use strict';

// Returns the number of places as a function, and has `wake` called when it grows.
function limitOf(jobs, wake) {
  if (typeof jobs === 'number') return () => jobs;
  jobs.onGrowth(wake);
  return () => jobs.count;
}

/**
 * Calls `work` for each of `items`, at most `jobs` at a time, and yields {item, result} in the order in which they end.
 * `jobs` is a number, or {count, onGrowth(callback)} if it changes. A consumer that leaves its loop prevents further
 * starts. It must abort running work itself; this waits for its end.
 */
async function* pooled(items, jobs, work) {
  const active = new Set();
  const ended = [];
  let wake = () => undefined;
  const limit = limitOf(jobs, () => wake());
  const source = items[Symbol.iterator]();
  let exhausted = false;
  const start = (item) => {
    const note = (entry) => {
      ended.push(entry);
      active.delete(promise);
      wake();
    };
    const promise = work(item).then((result) => note({ item, result }), (error) => note({ error }));
    active.add(promise);
  };
  const fill = () => {
    while (!exhausted && active.size < limit()) {
      const { value, done } = source.next();
      if (done) exhausted = true;
      else start(value);
    }
  };
  try {
    fill();
    while (active.size > 0 || ended.length > 0) {
      if (ended.length === 0) {
        await new Promise((resolve) => {
          wake = resolve;
        });
        if (ended.length === 0) fill(); // there are more places
        continue;
      }
      const { error, ...entry } = ended.shift();
      if (error) throw error;
      // The consumer may leave: with one place, nothing is started that would have to be aborted.
      yield entry;
      fill();
    }
  } finally {
    exhausted = true;
    await Promise.all(active);
  }
}

module.exports = { pooled };
