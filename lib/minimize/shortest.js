'use strict';
// Finds by halving, for each delay, the shortest time that still fails. Just below that time the order is the other
// one. The runs on both sides show the overtaker, as opposed to operations that only come soon before or after it.

// More runs at the edge, where some fail and some pass; shared among all delays.
const AT_THE_EDGES = 12;
const FEW_AT_THE_EDGES = 2; // where runs are slow

// Timers count milliseconds, and a program's own noise is more than a fiftieth of a delay. Near the
// edge the overtaker is next to the delayed operation, which shows it.
function isClose(low, high, { isSlow, isSteady }) {
  return high - low <= Math.max(1, high / (isSlow ? 5 : isSteady ? 15 : 50));
}

// Short delays are as likely to be the edge as long ones on a logarithmic scale.
function between(low, high, { isSteady }) {
  return Math.round(isSteady ? Math.sqrt(Math.max(low, 1) * high) : (low + high) / 2);
}

// Without its rank: a replay would have it wait for those that it came after.
function withTime(delays, index, delay) {
  return delays.map((entry, at) => (at === index ? { ...entry, delay, rank: undefined, loop: undefined } : entry));
}

async function shortestOf(delays, index, oracle) {
  let high = delays[index].delay;
  let low = 0; // passes: without this delay the failure does not occur
  const seen = [];
  while (!isClose(low, high, oracle)) {
    const middle = between(low, high, oracle);
    const { fails, runs } = await oracle.judge(withTime(delays, index, middle), 1);
    seen.push(...runs);
    if (fails) high = middle;
    else low = middle;
  }
  // The search has made all runs that are needed if one says what more would.
  const more = oracle.isSteady ? 0 : (oracle.isSlow ? FEW_AT_THE_EDGES : AT_THE_EDGES) / delays.length;
  for (let run = 0; run < more; run++) {
    seen.push(await oracle.once(withTime(delays, index, run % 2 === 0 ? low : high)));
  }
  return { delay: high, below: seen.filter(({ failed }) => !failed), above: seen.filter(({ failed }) => failed) };
}

/**
 * Resolves to {delays, edges}. `edges` has for each delay the passing runs of its search (`below`) and the failing ones
 * (`above`). Calls `onShorter(delays)` after each delay. Rejects with Stopped when the oracle's time is over.
 */
async function shortenAll(delays, oracle, onShorter = () => {}) {
  let shortened = delays;
  const edges = [];
  for (const index of delays.keys()) {
    const { delay, below, above } = await shortestOf(shortened, index, oracle);
    shortened = withTime(shortened, index, delay);
    edges.push({ below, above });
    onShorter(shortened);
  }
  return { delays: shortened, edges };
}

module.exports = { shortenAll };
