'use strict';
// The strategies of a campaign, in the order in which they show most races soonest (docs/benchmarks.md). `learned` is
// never first: it needs a run to learn from.
const PORTFOLIO = [
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5 },
  { strategy: 'learned' },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.95 },
  { strategy: 'reverse', reverseShare: 0.5 },
  { strategy: 'learned' },
  { strategy: 'uniform' },
  { strategy: 'reverse', reverseShare: 0.25 },
  { strategy: 'learned' },
  { strategy: 'pos' },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5 },
  { strategy: 'learned' },
  { strategy: 'uniform' },
  { strategy: 'pct' },
  { strategy: 'learned' },
  { strategy: 'nodefz' },
];

function portfolioOf({ given, values }) {
  if (given.has('strategy')) return [{ strategy: values.strategy }];
  // A schedule says itself what is delayed.
  return given.has('mode') ? PORTFOLIO.filter(({ strategy }) => strategy !== 'learned') : PORTFOLIO;
}

/** The options that the `index`-th run of a campaign has beside the user's: strategy, and what goes with it. */
function turnOf(settings, index) {
  const portfolio = portfolioOf(settings);
  const turn = Object.entries(portfolio[index % portfolio.length]);
  return Object.fromEntries(turn.filter(([key]) => key === 'strategy' || !settings.given.has(key)));
}

module.exports = { turnOf, PORTFOLIO };
