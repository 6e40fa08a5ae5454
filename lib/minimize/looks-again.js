'use strict';
// Tells whether the overtaker is one poll of a loop. A program may poll until a result is there, or until it gives up.
// In passing runs, too, it polls before the delayed operation ends. So a failure is not about that order: the operation
// took too long.
const { causesOf } = require('../analysis/causes.js');
const { expectations } = require('../analysis/order.js');
const { keyOf } = require('../names/key.js');
const { formOf, ownerOf } = require('../names/name.js');

const TICK = /\/tick#[0-9]+$/;
const SEEN = new Set(['callback', 'promise', 'event', 'timer']); // by the program

const seriesOf = (name) => formOf(name.replace(TICK, ''), 'site');

// Returns the timer in whose turn a call is made, of which `operation` may be a part.
function timerBehind(operation, trace) {
  const causeOf = causesOf(trace);
  const byId = new Map(trace.operations.map((one) => [one.id, one]));
  let cause = byId.get(causeOf(operation));
  while (cause && ownerOf(cause.name) === ownerOf(operation.name)) {
    const next = byId.get(causeOf(cause));
    cause = next === cause ? undefined : next;
  }
  return cause?.phase === 'timer' ? cause : undefined;
}

// Returns the series of looks that `operation` is one of, and that of the timer that starts each of them, as a set;
// undefined if no timer does.
function loopOf(operation, traces) {
  const key = keyOf(operation);
  for (const trace of traces) {
    const found = trace.operations.find((one) => keyOf(one) === key);
    if (!found) continue;
    if (found.phase === 'timer') return new Set([seriesOf(found.name)]);
    const timer = timerBehind(found, trace);
    return timer && new Set([seriesOf(timer.name), seriesOf(ownerOf(found.name))]);
  }
  return undefined;
}

// Returns {order, begin, end} for each trace that has the operation `key`: all that happened, and the lines between
// which the operation waited.
function waitsIn(traces, key) {
  return traces.flatMap((trace) => {
    const all = expectations(trace);
    const own = all.find((entry) => entry.key === key);
    const order = all.filter(({ lost }) => !lost);
    return own ? { order, begin: own.decidedLine, end: own.lost ? Infinity : own.line } : [];
  });
}

const during = ({ order, begin, end }) => order.filter(({ line }) => line > begin && line < end);

/**
 * Returns {again, only}. `again`: the overtaker of a pair is one look of many. Looks before the delayed operation are
 * harmless in a passing run, and a passing run has this one there, too, or ends before it comes to it. `only`: the
 * failing runs stop looking before the operation comes, and no other event came before it that passing runs have after
 * it. `failing` and `passing` are traces. Those of runs whose delay was a little too short tell the most.
 */
function looksAgain({ delayed, overtaker }, { failing, passing }) {
  const loop = loopOf(overtaker, failing);
  const [key, own] = [keyOf(delayed), ownerOf(delayed.name)];
  const isLook = (one) => SEEN.has(one.phase) && loop?.has(seriesOf(ownerOf(one.name))) && one.key !== key;
  const [bad, good] = [waitsIn(failing, key), waitsIn(passing, key)];
  const isBefore = (wait, other) => wait.order.some((one) => one.key === other && one.line < wait.end);
  const last = keyOf(overtaker);
  const isNoMatter = (wait) => isBefore(wait, last) || !wait.order.some((one) => one.key === last);
  const again = good.some((wait) => during(wait).some(isLook)) && good.some(isNoMatter);
  const stops = bad.every(({ order, end }) => order.findLast(isLook)?.line < end);
  const others = bad.flatMap(during).filter((one) => SEEN.has(one.phase) && !isLook(one) && ownerOf(one.name) !== own);
  return { again, only: again && stops && others.every((one) => good.every((wait) => isBefore(wait, one.key))) };
}

module.exports = { looksAgain };
