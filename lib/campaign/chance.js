'use strict';
// Runs whose delays are chosen by chance, with the strategies of the papers in turn: what a campaign makes where it has
// no traces to plan from, or where nothing that it could plan is worth a run.

const TURNS = [
  { strategy: 'uniform' },
  { strategy: 'pos' },
  { strategy: 'uniform', probability: 0.15 },
  { strategy: 'pct' },
];

const DELAYS = ['minDelay', 'maxDelay'];

// The shortest delay of a turn could be above the longest of the user, so one of the two excludes both.
const isGiven = (key, given) => given.has(key) || (DELAYS.includes(key) && DELAYS.some((delay) => given.has(delay)));

/** Returns the options of the run by chance with this index, from 0, that the user did not give. */
function byChance({ given, values }, index) {
  if (given.has('strategy')) return { strategy: values.strategy };
  return Object.fromEntries(Object.entries(TURNS[index % TURNS.length]).filter(([key]) => !isGiven(key, given)));
}

module.exports = { byChance };
