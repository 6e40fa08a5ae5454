'use strict';
// Puts the operations of a run in the order in which they happened. An operation happens when it is carried out. A
// start (registration, action) that is not delayed is made at once, without a line for that.
const { keyOf } = require('../names/key.js');

// The loop engine decides by how much all due timers are late, as one operation "timer". Each timer that then fires has
// lines of its own.
function isDecisionOnly({ phase, api, delay }) {
  const isStart = phase === 'registration' || phase === 'action';
  return (isStart && delay === undefined) || (phase === 'timer' && api === 'timer');
}

/**
 * Returns the operations of one trace in the order in which they happened. An operation that was not carried out,
 * because the process ended before, is `lost` and comes last. A timer that was cleared is `cancelled` as well.
 */
function expectations({ operations, runs, cancels }) {
  const cancelled = new Set(cancels.map(keyOf));
  const carriedOut = new Map();
  for (const run of runs) {
    const key = keyOf(run);
    if (!carriedOut.has(key)) carriedOut.set(key, run);
  }
  const moments = operations.map((operation) => {
    const key = keyOf(operation);
    const atOnce = isDecisionOnly(operation);
    const run = carriedOut.get(key);
    const lost = !atOnce && !run;
    const { t, line } = run ?? operation;
    const moment = { decided: operation.t, decidedLine: operation.line, t, line };
    return { ...operation, key, ...moment, lost, cancelled: lost && cancelled.has(key) };
  });
  return moments.sort((a, b) => Number(a.lost) - Number(b.lost) || a.line - b.line);
}

/** Returns the same without cleared timers: all that happened or, to a reader, should have happened. */
function happenings(trace) {
  return expectations(trace).filter(({ cancelled }) => !cancelled);
}

function isSameProcess(a, b) {
  const words = ({ header }) => JSON.stringify([header?.thread, header?.argv?.slice(1)]);
  return words(a) === words(b);
}

/** Pairs the traces of two runs by program and arguments, the first with the first and so on. */
function pairTraces(first, second) {
  const left = [...second];
  const pairs = [];
  for (const trace of first) {
    const index = left.findIndex((other) => isSameProcess(trace, other));
    pairs.push([trace, index < 0 ? undefined : left.splice(index, 1)[0]]);
  }
  return [...pairs, ...left.map((trace) => [undefined, trace])];
}

function firstDifference([a, b]) {
  const [one, two] = [a, b].map((trace) => (trace ? happenings(trace) : []));
  const length = Math.max(one.length, two.length);
  for (let at = 0; at < length; at++) {
    if (one[at]?.key !== two[at]?.key) return { at: at + 1, of: length, first: one[at], second: two[at] };
  }
  return undefined;
}

/** Returns {compared, differences: [{at, of, first, second}]}: where two runs first differ, by process. */
function compareRuns(first, second) {
  const pairs = pairTraces(first, second);
  const compared = pairs.reduce((sum, [a]) => sum + (a?.operations.length ?? 0), 0);
  return { compared, differences: pairs.map(firstDifference).filter(Boolean) };
}

module.exports = { expectations, happenings, compareRuns };
