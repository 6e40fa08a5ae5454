'use strict';
// Estimates a failure rate from few runs, and how certain it is.

const Z = 1.959963984540054; // 95 %

/** Returns Wilson's score interval, [low, high]. Unlike the textbook's normal interval it is right near 0 and 1. */
function wilson(failures, runs) {
  if (runs === 0) return [0, 1];
  const rate = failures / runs;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * runs)) / (1 + z2 / runs);
  const half = (Z / (1 + z2 / runs)) * Math.sqrt((rate * (1 - rate)) / runs + z2 / (4 * runs * runs));
  // At the ends the formula gives the end itself, except for rounding.
  const low = failures === 0 ? 0 : Math.max(0, middle - half);
  const high = failures === runs ? 1 : Math.min(1, middle + half);
  return [low, high];
}

/** Returns the rate below which the true one is after `runs` runs without a failure, with 95 % confidence. */
const highestUnseen = (runs) => 1 - 0.05 ** (1 / runs);

module.exports = { wilson, highestUnseen };
