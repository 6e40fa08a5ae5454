'use strict';
// Prepares the delays of a failing run for replays of it: by what operations are found whose names vary, and in which
// order they are let go.
const { keyOf } = require('../names/key.js');
const { withTiers } = require('./tiers.js');

// A stall holds nothing, and timers come by their own times.
const HELD = ({ phase, delay }) => typeof delay === 'number' && phase !== 'stall' && phase !== 'timer';

// Returns the ranks of a trace's delayed operations by key. Those that were not carried out before the end have none.
function ranksOf({ operations, runs }) {
  const held = new Set(operations.filter(HELD).map(keyOf));
  const ranks = new Map();
  for (const key of runs.map(keyOf)) {
    if (held.has(key) && !ranks.has(key)) ranks.set(key, ranks.size + 1);
  }
  return ranks;
}

function withRanks(delays, traces) {
  const known = traces.map(ranksOf);
  const several = known.filter(({ size }) => size > 0).length > 1;
  return delays.map((delay) => {
    const having = known.filter((of) => of.has(keyOf(delay)));
    if (having.length !== 1) return delay;
    const [of] = having;
    return { ...delay, rank: of.get(keyOf(delay)), ...(several && { loop: known.indexOf(of) + 1 }) };
  });
}

/**
 * Returns `delays` of a run with `traces`, each with the keys that a replay needs beside its name and time
 * (docs/trace-format.md): tier, nth and parent, learned from `others` (tiers.js), its rank and its loop.
 */
function repeatable(delays, traces, others) {
  return withRanks(withTiers(delays, traces, others), traces);
}

module.exports = { repeatable };
