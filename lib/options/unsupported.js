'use strict';
// Parameters of engines and strategies that benchmarks and tests set. They may change at any time, so they have no
// flag, no key in the configuration and no page in the docs: only a variable whose name says so, such as
// NACD_UNSUPPORTED_HELD_BUDGET. CONTRIBUTING.md describes how to use them.

// Real time that all slow children of a process may be delayed for, together. A campaign never sets less.
const SLOW_CHILDREN_MS = 2400;

// Values of reverseTasks that mean another value in workers and child processes.
const IN_OTHERS = { 1: 4, 3: 2 };

const MS = { type: 'number', min: 0, max: 3600000 };
const WHOLE_MS = { ...MS, type: 'integer' };
const SHARE = { type: 'number', min: 0, max: 1 };
const upTo = (max, min = 0) => ({ type: 'integer', min, max });

// Native parameters: the addon reads them by the same name, with underscores.
const PARAMETERS = {
  heldBudget: WHOLE_MS, // real time after which delays in a thread shrink to a tenth, then a hundredth
  ownWaits: WHOLE_MS, // real time a thread may wait while nothing is held; longer waits take no time
  maxSkew: { ...upTo(31536000000), defaultText: '300000' }, // how far the virtual clock may run ahead, ms
  hotAfter: upTo(4294967295), // decisions after which a call site is only sampled; 0: never
  reverseShare: SHARE, // share of the remaining time that later operations wait
  reverseStarts: { ...SHARE, max: 2 }, // share of pool tasks held before they start; 2: those that change something
  reverseFollowing: upTo(2), // 1: only a task caused by another operation begins a group; 2: or by another call
  reverseTasks: upTo(4), // which pool tasks are held; 0: all operations
  reverseAnswers: upTo(1), // with reverseTasks, also hold what reaches a connected client, and output of children
  newestFirst: upTo(1), // of operations ready together, the last one waits longest
  endsWait: upTo(1), // exits of several children wait for output that is held
  alikeBy: upTo(2), // what is slow as a whole: 0 kinds of operations, 1 call sites, 2 files, connections, children
  alikeBit: upTo(15), // every other 2^N of those things are slow
  alikeOthers: upTo(1), // the second 2^N are slow instead of the first
  slowChildren: upTo(3), // delays in children take real time: 1 in all, 2 and 3 in every other one
  slowChildrenTime: WHOLE_MS, // real time for all of them together
  pctDepth: upTo(1000, 1), // one more than the number of operations that pct delays
  stalls: SHARE, // share of the places at which the main thread stalls
  datagramReorder: upTo(1), // what --datagrams reorder sets
  datagramLoss: SHARE, // what --datagrams lossy sets
  // Node.fz's parameters (its Table 3)
  loopEpollDegreesOfFreedom: upTo(1000000, -1),
  loopEpollDeferral: SHARE,
  loopTimerDeferral: SHARE,
  loopTimerDelay: MS,
  loopTimerMaxDelay: MS,
  loopPoolDegreesOfFreedom: upTo(1000000, -1),
  loopPoolMaxDelay: MS,
  loopStarts: upTo(1),
};

// Read in the program under test, by JavaScript or under a field of their own.
const OF_PROGRAM = {
  probability: { ...SHARE, default: 0.5 }, // share of operations that are delayed
  traceLimit: { ...upTo(1048576, 1), default: 256 }, // size at which a trace ends, MiB
  everyRequest: { type: 'flag', verbs: ['requests'] }, // record every request of a route under load
};

// Read by the command line alone.
const OF_TOOL = {
  tries: { ...upTo(1000, 1), default: 4, verbs: ['minimize'] }, // runs for each candidate
  wait: { type: 'number', min: 0.1, max: 31536000, default: 600, verbs: ['run', 'worker'] }, // for another machine, s
  silence: { ...upTo(3600, 1), default: 30, verbs: ['run'] }, // after which a machine counts as dead, s
};

const snakeCase = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const optionsOf = (table, more = () => ({})) => Object.entries(table).map(([key, option]) => (
  { key, env: `NACD_UNSUPPORTED_${snakeCase(key).toUpperCase()}`, ...option, ...more(key) }));

const UNSUPPORTED = [...optionsOf(PARAMETERS, (key) => ({ parameter: snakeCase(key) })), ...optionsOf(OF_PROGRAM)];
const UNSUPPORTED_OF_TOOL = optionsOf(OF_TOOL);

module.exports = { IN_OTHERS, SLOW_CHILDREN_MS, UNSUPPORTED, UNSUPPORTED_OF_TOOL };
