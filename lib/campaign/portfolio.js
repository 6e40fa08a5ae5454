'use strict';
// The strategies of a campaign, those first that show most races soonest (docs/benchmarks.md). With mode always,
// `reverse` does nearly the same whatever the seed, so no two of its runs are alike: the first two differ in both what
// overtakes and which of a tie waits. `learned` is never first: it needs a run to learn from.
const PORTFOLIO = [
  { strategy: 'reverse', mode: 'always', reverseShare: 0.95 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5, newestFirst: 1 },
  { strategy: 'learned' },
  { strategy: 'learned' },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.25 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5 },
  { strategy: 'uniform' },
  { strategy: 'pos' },
];

// What begins a group is chance in these, and so is what is found: they can be repeated.
const REPEATED = [
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.05, reverseShare: 0.5 },
  { strategy: 'uniform' },
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.1, reverseShare: 0.95, newestFirst: 1 },
  { strategy: 'pos' },
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.1, reverseShare: 0.25 },
  { strategy: 'uniform', probability: 0.15 },
  { strategy: 'pct' },
  { strategy: 'learned' },
  { strategy: 'nodefz' },
];

// A schedule says itself what is delayed: there is none where a mode is given.
const without = (strategy, turns) => turns.filter((turn) => turn.strategy !== strategy);

function turnAt(index, { given }) {
  const [first, repeated] = given.has('mode')
    ? [PORTFOLIO, REPEATED].map((turns) => without('learned', turns))
    : [PORTFOLIO, REPEATED];
  return first[index] ?? repeated[(index - first.length) % repeated.length];
}

/** The options that the `index`-th run of a campaign has beside the user's: strategy, and what goes with it. */
function turnOf(settings, index) {
  if (settings.given.has('strategy')) return { strategy: settings.values.strategy };
  const turn = Object.entries(turnAt(index, settings));
  return Object.fromEntries(turn.filter(([key]) => key === 'strategy' || !settings.given.has(key)));
}

module.exports = { turnOf, PORTFOLIO, REPEATED };
