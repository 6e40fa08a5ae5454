'use strict';
// The strategies of runs that are not planned: the first one of a campaign, and some later ones, since a run at random
// can show what no trace has an event for. `reverse` turns round whatever is under way together, which shows more in
// one run than chance does. The others are those of the papers.
const FIRST = { strategy: 'reverse', mode: 'always', endsWait: 1, slowChildren: 1, stalls: 0.5 };
const LATER = [{ strategy: 'reverse' }, { strategy: 'uniform' }, { strategy: 'pos' }, { strategy: 'pct' }];

/**
 * Returns the options that the user did not give of the run at random with this `index` (from 0): a strategy and its
 * parameters.
 */
function randomTurn(index, { given, values }) {
  if (given.has('strategy')) return { strategy: values.strategy };
  const turn = index === 0 ? FIRST : LATER[(index - 1) % LATER.length];
  return Object.fromEntries(Object.entries(turn).filter(([key]) => !given.has(key)));
}

module.exports = { randomTurn };
