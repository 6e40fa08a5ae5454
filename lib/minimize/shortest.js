'use strict';
// For each delay the shortest time that still gives the failure, by halving. Just below it the order is the other one:
// the runs there show which operation is overtaken.

// Below a millisecond a timer cannot tell, and a fiftieth is less than a program's own noise.
function isClose(low, high) {
  return high - low <= Math.max(1, high / 50);
}

function withTime(delays, index, delay) {
  return delays.map((entry, at) => (at === index ? { ...entry, delay } : entry));
}

async function shortestOf(delays, index, oracle) {
  let high = delays[index].delay;
  let low = 0; // passes: without this delay the failure does not come
  let below = [];
  let above = [];
  while (!isClose(low, high)) {
    const middle = Math.round((low + high) / 2);
    const { fails, runs } = await oracle.judge(withTime(delays, index, middle));
    if (fails) [high, above] = [middle, runs.filter((run) => run.failed)];
    else [low, below] = [middle, runs.filter((run) => !run.failed)];
  }
  return { delay: high, below, above };
}

/** Resolves to {delays, edges}: for each delay the passing runs just `below` its time and the failing just `above`. */
async function shortenAll(delays, oracle, onShorter = () => {}) {
  let shortened = delays;
  const edges = [];
  for (const index of delays.keys()) {
    const found = await shortestOf(shortened, index, oracle);
    shortened = withTime(shortened, index, found.delay);
    edges.push(found);
    onShorter(shortened);
  }
  return { delays: shortened, edges };
}

module.exports = { shortenAll };
