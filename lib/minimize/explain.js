'use strict';
// Classes a minimized failure (analysis/failure-class.js): two operations race, or the delays only outlast a limit of
// time of the test. Most limits are timers, and a timer overtakes a late answer like any other operation. So a pair
// alone does not make a race.
const path = require('node:path');

const { limitIn } = require('../analysis/runner-limits.js');
const { failureMessages } = require('../campaign/outputs/index.js');
const { keptOutputs } = require('../campaign/read-outputs.js');
const { keyOf } = require('../names/key.js');
const { readTraces } = require('../trace/read.js');
const { looksAgain } = require('./looks-again.js');

const TICK = /\/tick#[0-9]+$/;
const NEAR_MS = 1;
const LONG = 2; // a run that goes on for so many times its limit says nothing about it
const SLACK = { factor: 1.25, ms: 50 }; // of times that are compared

// An error that the callback of a timer has made, in its stack.
const FROM_TIMER = /\bTimeout\._onTimeout\b|\blistOnTimeout\b/;
const SAYS_LIMIT = new RegExp(['\\b(?:TimeoutError|AbortError|E(?:SOCKET)?TIMEDOUT|ABORT_ERR)\\b', '\\btime[ds]?[- ]?out\\b',
  '\\bin time\\b', '\\btoo (?:late|slow|long)\\b', '\\bdeadline\\b'].join('|'), 'i');
// Nobody waited for it: the program did not handle what a limit of its own has ended.
const UNHANDLED = /Emitted 'error' event on|failureType: 'uncaughtException'|^\s*Uncaught /m;

const lastOf = (numbers) => Math.max(0, ...numbers.filter(Number.isFinite));
const endOf = ({ operations, runs }) => lastOf([...operations, ...runs].map(({ t }) => t));
const skippedIn = ({ waits }) => waits?.skipped ?? 0; // time that took none on the virtual clock
const delaysIn = ({ operations }) => operations.reduce((sum, { delay = 0 }) => sum + delay, 0);

// Returns the timers of a trace that fire once, by key: when they were set and fired, for how long, and by what call.
function timersOf({ operations, runs }) {
  const timers = new Map();
  const isOnce = ({ name, phase }) => phase === 'timer' && !TICK.test(name);
  for (const timer of operations.filter(isOnce)) {
    const { t: set, due, api } = timer;
    timers.set(keyOf(timer), { set, due, api, fired: undefined });
  }
  for (const run of runs.filter(isOnce)) {
    const timer = timers.get(keyOf(run));
    if (timer) timer.fired = run.t;
  }
  return timers;
}

// Returns {keys, find(key)} of all timers in the traces of a run; find() returns what timersOf() does, and the `trace`.
function timersIn(traces) {
  const all = traces.map((trace) => [trace, timersOf(trace)]);
  return {
    keys: all.flatMap(([, timers]) => [...timers.keys()]),
    find(key) {
      const [trace, timers] = all.find(([, some]) => some.has(key)) ?? [];
      return trace && { ...timers.get(key), trace };
    },
  };
}

const IS_LIMIT = /^AbortSignal\.timeout$|\.setTimeout$/; // nobody clears these: they may fire in passing runs, later

// Returns the limits of time among the timers, [{fired, longest, usual, held}]: all runs set them, and only failing
// runs reached them. `longest` is how long they are, `usual` how long passing runs went on after they had set it,
// `held` how long operations were delayed.
function limitsOf(failing, passing) {
  const [first, ...others] = failing.map(timersIn);
  const good = passing.map(timersIn);
  if (!first || good.length === 0) return [];
  return first.keys.flatMap((key) => {
    const { fired, due, api, trace } = first.find(key);
    const plain = good.map((run) => run.find(key));
    const isOver = [fired, ...others.map((run) => run.find(key)?.fired)].every((at) => at !== undefined);
    const isSet = due !== undefined && plain.every((other) => other !== undefined);
    if (!isOver || !isSet || (!IS_LIMIT.test(api) && plain.some((other) => other.fired !== undefined))) return [];
    const usual = lastOf(plain.map((other) => endOf(other.trace) - other.set + skippedIn(other.trace)));
    return [{ fired, longest: due, usual, held: delaysIn(trace) }];
  });
}

function runnersLimit(text, failing, passing) {
  const longest = limitIn(text);
  if (longest === undefined) return undefined;
  const usual = lastOf(passing.flatMap((traces) => traces.map((trace) => endOf(trace) + skippedIn(trace))));
  return { longest, usual, held: lastOf(failing[0].map(delaysIn)) };
}

// Returns whether the delays are what took a run over its limit. If they are far shorter than that, it waited for what
// never came, which is an order. Undefined: in long runs nobody knows.
function isOutlasted({ longest, usual, held }) {
  if (longest > SLACK.factor * (usual + held) + SLACK.ms) return false;
  return usual >= LONG * longest && held < longest / 4 ? undefined : true;
}

const OF_RUNNER = { isInWords: true, isRunners: true };
const FRAME = /^\s*at |:[0-9]+:[0-9]+\)?$/;

// Returns whether a message says that a limit of time was over: by its words, or since the callback of a timer made it.
function saysLimit(text) {
  const words = text.split('\n').filter((line) => !FRAME.test(line.trimEnd())).join('\n');
  return { isFromTimer: FROM_TIMER.test(text), isInWords: SAYS_LIMIT.test(words) };
}

// Returns the message of a failure, and the `whole` text about it: all that the run wrote if nothing else failed.
function textsOf(folder, title) {
  const outputs = keptOutputs(folder);
  const messages = failureMessages(...outputs);
  const all = outputs.toReversed().join('\n');
  const message = messages.get(title) ?? all;
  return { message, whole: messages.size > 1 ? message : all };
}

// The overtaker may be what a limit has ended, such as the connection of an aborted request.
function limitBefore(overtaker, limits, traces) {
  if (!overtaker) return limits[0];
  const key = keyOf(overtaker);
  const all = traces.flatMap(({ runs, operations }) => [...runs, ...operations]);
  const at = all.find((entry) => keyOf(entry) === key)?.t ?? Infinity;
  return limits.find(({ fired }) => fired <= at + NEAR_MS);
}

function isTimer({ name, phase }) {
  return phase === 'timer' && !TICK.test(name);
}

// Of a failure without a limit that only failing runs reached. A timer that passing runs reach later is a limit by what
// the failure says. A loop that looks again and again, and gives up, is a limit without a timer of its own.
function classWithout(pair, { isInWords, isRunners, looks }) {
  if (!pair) return 'not-clear';
  const { again, only } = looks(pair);
  if (again) return only || (isInWords && !isRunners) ? 'time-limit' : 'not-clear';
  return isTimer(pair.overtaker) && isInWords ? 'time-limit' : 'order';
}

// Of one with such limits. If the failure does not say so, the overtaker may still be what a limit has ended.
function classWith(limits, { pair, says, traces }) {
  const isSaid = says.isFromTimer || says.isInWords;
  const said = limits.find((one) => isOutlasted(one)) ?? limits[0];
  const limit = isSaid ? said : limitBefore(pair?.overtaker, limits, traces);
  const outlasted = limit && isOutlasted(limit);
  if (!limit || outlasted === false) return classWithout(pair, says);
  return isSaid && outlasted ? 'time-limit' : 'not-clear';
}

/**
 * Returns the class of a failure that was minimized: 'order', 'time-limit' or 'not-clear'. `pair` is what findPair()
 * found; `failing` and `passing` are folders of runs with and without the delays, `below` those of runs whose delays
 * were a little too short.
 */
function classOfPair({ pair, title, failing, passing, below = [] }) {
  if (failing.length === 0) return 'not-clear';
  const { message: text, whole } = textsOf(failing[0], title);
  const tracesOf = (folder) => readTraces(path.join(folder, 'trace'));
  const [bad, good] = [failing, passing].map((folders) => folders.map(tracesOf));
  const passed = [...good.flat(), ...below.flatMap(tracesOf)];
  const looks = (found) => looksAgain(found, { failing: bad.flat(), passing: passed });
  const says = { ...saysLimit(text), looks };
  const runners = runnersLimit(text, bad, good);
  if (runners) return classWith([runners], { pair, says: { ...says, ...OF_RUNNER }, traces: bad[0] });
  if (UNHANDLED.test(whole) && !says.isFromTimer) return pair ? 'order' : 'not-clear';
  return classWith(limitsOf(bad, good), { pair, says, traces: bad[0] });
}

module.exports = { classOfPair, isOutlasted, limitsOf };
