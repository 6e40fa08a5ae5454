'use strict';
// Finds by halving, for each delay, the shortest time that still fails. Just below that time the order is the other
// one. The runs on both sides show the overtaker, as opposed to operations that only come soon before or after it.

// More runs at the edge, where some fail and some pass; shared among all delays.
const AT_THE_EDGES = 6;
const FEW_AT_THE_EDGES = 2; // where runs are slow
const MANY = 3; // of more delays each is only halved a few times

// Timers count milliseconds, and a result is made half as long again. Near the edge the overtaker is next to the
// delayed operation, which shows it.
function isClose(low, high, { isSlow }, count) {
  const share = count > MANY ? 1.5 : isSlow ? 5 : 10;
  return high - low <= Math.max(1, high / share);
}

// Short delays are as likely to be the edge as long ones on a logarithmic scale.
function between(low, high) {
  return Math.round(Math.sqrt(Math.max(low, 1) * high));
}

// Without its rank: a replay would have it wait for those that it came after. A stall would wait for what came in it.
function withTime(delays, index, delay) {
  const time = { delay, rank: undefined, loop: undefined, atOnce: undefined, until: undefined };
  return delays.map((entry, at) => (at === index ? { ...entry, ...time } : entry));
}

// Adds the runs to `edge`. Stops where `isClear` says that they show the overtaker: closer ones would show no more.
async function shortestOf(delays, index, { oracle, edge, isClear }) {
  let high = delays[index].delay;
  let low = 0; // passes: without this delay the failure does not occur
  const add = (runs) => {
    for (const run of runs) (run.failed ? edge.above : edge.below).push(run);
  };
  const isDone = () => edge.below.length > 0 && edge.above.length > 0 && isClear(delays[index], edge);
  while (!isClose(low, high, oracle, delays.length)) {
    const middle = between(low, high);
    const { fails, runs } = await oracle.judge(withTime(delays, index, middle), true);
    add(runs);
    if (fails) high = middle;
    else low = middle;
    if (isDone()) return high;
  }
  // The search has made all runs that are needed if one says what more would.
  const more = oracle.isSteady ? 0 : (oracle.isSlow ? FEW_AT_THE_EDGES : AT_THE_EDGES) / delays.length;
  for (let run = 0; run < more && !isDone(); run++) {
    add([await oracle.once(withTime(delays, index, run % 2 === 0 ? low : high))]);
  }
  // Of several delays only this one shall make the difference.
  if (delays.length > 1 && edge.below.length === 0) add([await oracle.once(withTime(delays, index, low))]);
  return high;
}

/**
 * Resolves to {delays, edges}. `edges`, which may be given, has for each delay the passing runs of its search (`below`)
 * and the failing ones (`above`). Calls `onShorter(delays)` after each delay. `isClear(delay, edge)` returns true if
 * these runs leave no doubt about the overtaker. Rejects with Stopped when the oracle's time is over.
 */
async function shortenAll(delays, oracle, { onShorter = () => {}, isClear = () => false, edges = [] } = {}) {
  let shortened = delays;
  edges.push(...delays.map(() => ({ below: [], above: [] })));
  for (const index of delays.keys()) {
    const delay = await shortestOf(shortened, index, { oracle, edge: edges[index], isClear });
    shortened = withTime(shortened, index, delay);
    onShorter(shortened);
  }
  return { delays: shortened, edges };
}

module.exports = { shortenAll };
