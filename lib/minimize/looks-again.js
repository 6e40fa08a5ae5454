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

// Returns a function for the operations that one of a trace follows from, the nearest first, without its own parts.
function lineageIn(trace) {
  const causeOf = causesOf(trace);
  const byId = new Map(trace.operations.map((one) => [one.id, one]));
  const behind = (operation) => byId.get(causeOf(operation));
  return (operation) => {
    const found = [operation];
    for (let cause = behind(operation); cause && !found.includes(cause); cause = behind(cause)) found.push(cause);
    return found.filter(({ name }) => ownerOf(name) !== ownerOf(operation.name));
  };
}

const callSeriesOf = ({ name }) => seriesOf(ownerOf(name));

// Returns the series of a timer that fires more than once in a trace, as a list.
function repeatedTimer(timer, { runs }) {
  const series = timer && seriesOf(timer.name);
  const fired = runs.filter(({ name, phase }) => phase === 'timer' && seriesOf(name) === series);
  return fired.length > 1 ? [series] : [];
}

// Returns the series of looks that a call is one of, and that of the timer that starts each of them, as a set;
// undefined: it is no look. A look follows from a timer that fires again and again, or from an earlier look. Other
// calls may come between: a look may take several steps.
function loopOfCall(call, trace) {
  const ancestors = lineageIn(trace)(call);
  const own = callSeriesOf(call);
  const timer = repeatedTimer(ancestors.find(({ phase }) => phase === 'timer'), trace);
  const isLook = timer.length > 0 || ancestors.some((one) => callSeriesOf(one) === own);
  return isLook ? new Set([own, ...timer]) : undefined;
}

// Returns the same for any operation, which may be a part of a call. Each firing of a timer is a look.
function loopOf(operation, traces) {
  if (operation.phase === 'timer') return new Set([seriesOf(operation.name)]);
  const owner = ownerOf(operation.name);
  for (const trace of traces) {
    const found = trace.operations.find(({ name }) => ownerOf(name) === owner);
    if (found) return loopOfCall(found, trace);
  }
  return undefined;
}

// Returns {order, begin, end, lineageOf} for each trace that has the operation `key`: all that happened, the lines
// between which the operation waited, and lineageIn().
function waitsIn(traces, key) {
  return traces.flatMap((trace) => {
    const all = expectations(trace);
    const own = all.find((entry) => entry.key === key);
    const order = all.filter(({ lost }) => !lost);
    const [begin, end] = own ? [own.decidedLine, own.lost ? Infinity : own.line] : [];
    return own ? { order, begin, end, lineageOf: lineageIn(trace) } : [];
  });
}

// A loop that counts before it looks gives up one look later. If it looks more often, it waits for something else, too.
function goesOn({ order, end }, isLook) {
  const rounds = new Map();
  for (const one of order.filter((look) => look.line > end && isLook(look))) {
    const series = callSeriesOf(one);
    const name = one.phase === 'timer' ? one.name : ownerOf(one.name);
    rounds.set(series, (rounds.get(series) ?? new Set()).add(name));
  }
  return [...rounds.values()].some(({ size }) => size > 1);
}

const during = ({ order, begin, end }) => order.filter(({ line }) => line > begin && line < end);

/**
 * Returns {again, only}. `again`: the overtaker of a pair is one look of many. Looks before the delayed operation are
 * harmless in a passing run, and a passing run has this one there, too, or ends before it comes to it. `only`: the
 * failing runs give up by then, or at the next look. Each other event that came before the operation follows from a
 * look, or a passing run has it there, too. `failing` and `passing` are traces. Those of runs whose delay was a little
 * too short tell the most.
 */
function looksAgain({ delayed, overtaker }, { failing, passing }) {
  const loop = loopOf(overtaker, failing);
  const [key, own] = [keyOf(delayed), ownerOf(delayed.name)];
  const isLook = (one) => SEEN.has(one.phase) && loop?.has(callSeriesOf(one)) && keyOf(one) !== key;
  const [bad, good] = [waitsIn(failing, key), waitsIn(passing, key)];
  const isBefore = (wait, other) => wait.order.some((one) => one.key === other && one.line < wait.end);
  const last = keyOf(overtaker);
  const isNoMatter = (wait) => isBefore(wait, last) || !wait.order.some((one) => one.key === last);
  const again = good.some((wait) => during(wait).some(isLook)) && good.some(isNoMatter);
  if (!again || bad.some((wait) => goesOn(wait, isLook))) return { again, only: false };
  const isOther = (one) => SEEN.has(one.phase) && ownerOf(one.name) !== own;
  const follows = (one, { lineageOf }) => [one, ...lineageOf(one)].some(isLook);
  const others = bad.flatMap((wait) => during(wait).filter((one) => isOther(one) && !follows(one, wait)));
  return { again, only: others.every((one) => good.some((wait) => isBefore(wait, one.key))) };
}

module.exports = { looksAgain };
