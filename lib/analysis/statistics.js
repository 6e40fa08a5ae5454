'use strict';
// How sure one can be of a rate that was seen in few runs.

const Z = 1.959963984540054; // 95 %

/** Wilson's score interval for `failures` in `runs`: [low, high]. Unlike the textbook one it is right near 0 and 1. */
function wilson(failures, runs) {
  if (runs === 0) return [0, 1];
  const rate = failures / runs;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * runs)) / (1 + z2 / runs);
  const half = (Z / (1 + z2 / runs)) * Math.sqrt((rate * (1 - rate)) / runs + z2 / (4 * runs * runs));
  // At the ends the formula gives the end itself, but for rounding.
  const low = failures === 0 ? 0 : Math.max(0, middle - half);
  const high = failures === runs ? 1 : Math.min(1, middle + half);
  return [low, high];
}

/** After `runs` runs without a failure: with 95 % confidence the rate is below this (rule of three). */
function ruleOfThree(runs) {
  return runs === 0 ? 1 : Math.min(1, 3 / runs);
}

module.exports = { wilson, ruleOfThree };
