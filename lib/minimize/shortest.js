'use strict';
// For each delay the shortest time that still gives the failure, by halving. Just below it the order is the other one:
// the runs there show which operation overtakes it, and which ones only come soon before or after that.

const AT_THE_EDGE = 10; // runs more at the edge itself, where some fail and some pass

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
  const seen = [];
  while (!isClose(low, high)) {
    const middle = Math.round((low + high) / 2);
    const { fails, runs } = await oracle.judge(withTime(delays, index, middle));
    seen.push(...runs);
    if (fails) high = middle;
    else low = middle;
  }
  for (let run = 0; run < AT_THE_EDGE; run++) {
    seen.push(await oracle.once(withTime(delays, index, run % 2 === 0 ? low : high)));
  }
  return { delay: high, below: seen.filter(({ failed }) => !failed), above: seen.filter(({ failed }) => failed) };
}

/** Resolves to {delays, edges}: for each delay the passing runs on the way, `below`, and the failing ones, `above`. */
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
