'use strict';
// Prepares the delays of a failing run for replays of it: by what operations are found whose names vary, in which order
// they are let go, what came during stalls, and in which threads they were.
const { keyOf } = require('../names/key.js');
const { readName } = require('../names/name.js');
const { withTiers } = require('./tiers.js');

const MOST_AWAITED = 64; // by one stall
const MOST_STARTS = 16; // one after the other, in a replay
const EXIT = 'child_process.ChildProcess.exit';

/** True if an operation of a trace was held. */
const isDelayed = ({ delay }) => typeof delay === 'number';

// A stall holds nothing, and timers come by their own times. A constraint says itself what comes before.
const HELD = ({ phase, delay, after }) => isDelayed({ delay }) && !after && phase !== 'stall' && phase !== 'timer';

// Returns the keys of a trace's delayed operations, in the order in which they were carried out. Those that still
// waited at the end come last: the failure may be that they had not come.
function* inOrderOf({ operations, runs }) {
  const held = new Set(operations.filter(HELD).map(keyOf));
  for (const key of runs.map(keyOf)) if (held.has(key)) yield key;
  yield* held;
}

// Returns the ranks of a trace's delayed operations by key.
function ranksOf(trace) {
  const ranks = new Map();
  for (const key of inOrderOf(trace)) if (!ranks.has(key)) ranks.set(key, ranks.size + 1);
  return ranks;
}

// They come of an operation of the loop at once. Those that hooks delay have a queue that counts whole milliseconds.
const BROUGHT = new Set(['callback', 'promise', 'event']);

const SHORT_MS = 2; // two turns of the loop; a child or a peer takes longer to answer

// Returns the keys of the loop's operations with `ranks` that were carried out right behind that of the rank before:
// its next task had no time to pass them.
function atOnceOf({ runs }, ranks) {
  const own = runs.filter(({ phase }) => !BROUGHT.has(phase));
  const isAtOnce = (run, at) => {
    const before = own[at - 1];
    return before && ranks.get(keyOf(before)) === ranks.get(keyOf(run)) - 1 && run.t - before.t < SHORT_MS;
  };
  return new Set(own.filter(isAtOnce).map(keyOf));
}

function withRanks(delays, traces) {
  const known = traces.map(ranksOf);
  const atOnce = traces.map((trace, at) => atOnceOf(trace, known[at]));
  const several = known.filter(({ size }) => size > 0).length > 1;
  return delays.map((delay) => {
    const having = known.filter((of) => of.has(keyOf(delay)));
    if (having.length !== 1) return delay;
    const [of] = having;
    const loop = known.indexOf(of);
    const key = keyOf(delay);
    return {
      ...delay, rank: of.get(key), ...(atOnce[loop].has(key) && { atOnce: true }), ...(several && { loop: loop + 1 }),
    };
  });
}

// Returns the line at which an operation was carried out, or a stall was over. A program that dies does neither.
const lineOfEnd = ({ key, line }, runs) => runs.find((run) => run.line > line && keyOf(run) === key)?.line ?? Infinity;

// Returns the keys of what came during a stall: timers that fell due, and what one poll then brought, which is all that
// ran before the first of these timers.
function cameDuring({ key, line }, runs) {
  const over = lineOfEnd({ key, line }, runs);
  const during = runs.filter((run) => run.line > line && run.line < over && run.phase !== 'stall');
  const first = during.findIndex(({ phase }) => phase === 'timer');
  const came = during.filter(({ phase }, at) => phase === 'timer' || first < 0 || at < first);
  return came.map(keyOf).slice(0, MOST_AWAITED);
}

/** Returns of `runs` the timers that fired while the operation `key` of the trace's `line` was held. */
function timersDuring({ key, line }, runs) {
  const over = lineOfEnd({ key, line }, runs);
  return runs.filter((run) => run.phase === 'timer' && run.line > line && run.line < over);
}

// A delay of a hook counts whole milliseconds by itself.
const HELD_BY_LOOP = new Set(['action', 'worker', 'descriptor']);

function awaitedBy({ phase, after, ...moment }, runs) {
  if (after) return [];
  if (phase === 'stall') return cameDuring(moment, runs);
  return HELD_BY_LOOP.has(phase) ? timersDuring(moment, runs).slice(-1).map(keyOf) : [];
}

/**
 * Returns `delays` of a run with `traces`, each with `until`. A replayed stall is as long as it takes for the same to
 * come: timers that are set later than they were, a slow child. Any other delay has the last timer that fired
 * meanwhile: a program's own limit of time is over in a replay, too.
 */
function withUntil(delays, traces) {
  const awaited = new Map();
  for (const { operations, runs } of traces) {
    for (const operation of operations) {
      if (!isDelayed(operation)) continue;
      const { phase, line, after } = operation;
      const key = keyOf(operation);
      if (awaited.has(key)) awaited.set(key, []); // of two threads
      else awaited.set(key, awaitedBy({ key, phase, line, after }, runs));
    }
  }
  return delays.map((delay) => {
    const until = awaited.get(keyOf(delay)) ?? [];
    return until.length > 0 ? { ...delay, until } : delay;
  });
}

// Returns the lines of a trace at which children were seen to end, by the place that started them.
function endsOf({ operations }) {
  const ends = new Map();
  for (const { api, name, line } of operations) {
    if (api !== EXIT) continue;
    const { site, object } = readName(name);
    ends.set(site, [...(ends.get(site) ?? []), { object, line }]);
  }
  return ends;
}

// True if a child's output was delivered at `line`, before this process saw the child end. One call may start several.
function isBeforeEnd({ name, line }, ends) {
  const { site, count, parent } = readName(name);
  const there = ends.get(site) ?? [];
  const own = parent === undefined ? there.filter(({ object }) => Number(object) === Number(count)) : [];
  const those = own.length > 0 ? own : there;
  return those.length > 0 && those.every((end) => end.line > line);
}

// The end of a child may be seen with its last output, where chance decides which comes first.
function withEnds(delays, traces) {
  const before = new Set();
  for (const trace of traces) {
    const pipes = new Set(trace.operations.filter(({ api, delay }) => api === 'pipe' && isDelayed({ delay })).map(keyOf));
    const ends = pipes.size > 0 ? endsOf(trace) : new Map();
    for (const run of trace.runs) {
      if (pipes.has(keyOf(run)) && isBeforeEnd(run, ends)) before.add(keyOf(run));
    }
  }
  return delays.map((delay) => (before.has(keyOf(delay)) ? { ...delay, beforeEnd: true } : delay));
}

// The stall before a worker thread's first line. Its name is one in each process.
const startOf = (thread) => `thread#${thread}/before#1`;
const isStart = ({ name, phase }) => phase === 'stall' && /^thread#[0-9]+\/before#1$/.test(name);

// Of a thread's own messages its maker may hear before it has done anything.
const isOther = ({ phase, name }) => phase !== 'stall' && phase !== 'event' && !name.startsWith('message#');

// Returns how late a worker began by the program's clock, in milliseconds; 1 where nothing ran in its maker's thread
// before it did something: then it may have begun at once. Undefined if that is not known.
function lateOf({ header: { thread, pid }, start, operations }, traces) {
  const begin = operations.find(({ phase }) => phase !== 'stall');
  const maker = traces.find(({ header, made }) => header?.pid === pid && made?.some((one) => one.thread === thread));
  if (!maker || !begin) return undefined;
  const from = maker.made.find((one) => one.thread === thread).t;
  const to = from + start.real + begin.t - start.t;
  const passed = maker.runs.some((run) => run.t > from && run.t < to && isOther(run));
  return passed ? Math.ceil(start.late) : 1;
}

// A worker begins when its system has loaded Node.js once more, in real time. A replay begins it as late as that was,
// by the program's clock. A thread's number that several processes have is no name of one.
function withStarts(delays, traces) {
  const late = new Map();
  for (const trace of traces.filter(({ header, start }) => header?.thread > 0 && start)) {
    const name = startOf(trace.header.thread);
    late.set(name, late.has(name) ? 0 : lateOf(trace, traces) ?? 0);
  }
  const begun = ({ name, delay }) => delay + (late.get(name) ?? 0);
  const held = delays.map((delay) => (isStart(delay) ? { ...delay, delay: begun(delay) } : delay));
  const known = new Set(delays.filter(isStart).map(({ name }) => name));
  const others = [...late].filter(([name, ms]) => ms > 0 && !known.has(name));
  return [...held, ...others.slice(0, MOST_STARTS).map(([name, delay]) => ({ name, phase: 'stall', delay }))];
}

const threadOf = ({ header }) => (header?.thread > 0 ? 'worker' : 'main');

// A name without a place, such as that of a thread's third turn, is one in each thread.
function withThreads(delays, traces) {
  if (new Set(traces.map(threadOf)).size < 2) return delays;
  const threads = new Map();
  for (const trace of traces) {
    for (const operation of trace.operations) {
      if (!isDelayed(operation)) continue;
      const key = keyOf(operation);
      threads.set(key, (threads.get(key) ?? new Set()).add(threadOf(trace)));
    }
  }
  return delays.map((delay) => {
    if (isStart(delay)) return delay; // asked by the thread that makes it, too
    const known = threads.get(keyOf(delay));
    return known?.size === 1 ? { ...delay, thread: [...known][0] } : delay;
  });
}

// Returns the places, by key, in which an operation was delayed and was not.
function placesIn(traces) {
  const places = new Map();
  for (const { header, operations } of traces) {
    const here = new Map();
    for (const { delay, ...operation } of operations) {
      const key = keyOf(operation);
      here.set(key, here.get(key) || isDelayed({ delay }));
    }
    for (const [key, held] of here) {
      const known = places.get(key) ?? { held: [], free: 0 };
      if (held) known.held.push(header?.place);
      else known.free++;
      places.set(key, known);
    }
  }
  return places;
}

// An operation that only one of several processes or threads held has the same name in the others.
function withPlaces(delays, traces) {
  if (traces.length < 2) return delays;
  const places = placesIn(traces);
  return delays.map((delay) => {
    const { held: [place, ...further], free } = places.get(keyOf(delay)) ?? { held: [], free: 0 };
    const isOne = place !== undefined && further.length === 0 && free > 0;
    return isOne && !isStart(delay) && delay.place === undefined ? { ...delay, place } : delay;
  });
}

/**
 * Returns `delays` of a run with `traces`, each with the keys that a replay needs beside its name and time
 * (docs/reference/trace-format.md): tier, nth and parent, learned from `others` (tiers.js), its rank and its loop, what
 * a stall waits for, its kind of thread or its place, and of a child's output whether it came before the child's end.
 */
function repeatable(delays, traces, others) {
  const found = withRanks(withTiers(delays, traces, others), traces);
  return withStarts(withPlaces(withThreads(withEnds(withUntil(found, traces), traces), traces), traces), traces);
}

module.exports = { isDelayed, repeatable, timersDuring, withUntil };
