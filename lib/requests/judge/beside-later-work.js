'use strict';
// Judges a bad order beside the serial one in which the other request comes before the later work of the held one
// (../prove/between.js).
const { isDeepStrictEqual: same } = require('node:util');

const { acts } = require('./acts.js');
const { comparer, judge } = require('./judge.js');
const { inStores } = require('./loss.js');

/** Returns `serial`, {AB, BA}, with the `runs` of such an order in the place of that in which `who` is all last. */
const serialBeside = (serial, who, runs) => (who === 'first' ? { ...serial, BA: runs } : { ...serial, AB: runs });

// The later work made none of its changes, or took them back.
function isWithdrawn(run, { who, writes, rough }) {
  const { middle, after } = rough(run).states;
  return !acts(run, who, writes) || (middle !== undefined && same(inStores(middle), inStores(after)));
}

/**
 * Returns the verdict on a forced run that was judged to be a `judgement` beside `serial`. `between` is {who, isWhole,
 * writes, runs}. If all of the window is later work, a race is one beside these runs, too. If the window begins before
 * the answer, such an order is itself a bad one, as where a message has an old value; but two do not succeed where the
 * work then finds what the other request has done, and does nothing.
 */
function besideLaterWork(outcome, judgement, { serial, between, known }) {
  const { who, isWhole, writes, runs } = between;
  const others = serialBeside(serial, who, runs);
  const found = judge(outcome, others, known);
  if (isWhole || found.verdict === 'race') return isWhole ? found : judgement;
  const { rough } = comparer(others, [outcome], known);
  const isRefused = judgement.kind === 'double use' && runs.every((run) => isWithdrawn(run, { who, writes, rough }));
  return isRefused ? { verdict: 'refused', who: [who] } : judgement;
}

module.exports = { besideLaterWork, serialBeside };
