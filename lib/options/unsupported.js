'use strict';
// Parameters of engines and strategies that benchmarks and tests set. They may change at any time, so they have no
// flag, no key in the configuration and no page in the docs: only a variable whose name says so, such as
// NACD_UNSUPPORTED_HELD_BUDGET. CONTRIBUTING.md describes how to use them.

// Real time that all slow children of a process may be delayed for, together. A campaign never sets less.
const SLOW_CHILDREN_MS = 2400;

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
  endsWait: upTo(1), // exits of several children wait for output that is held
  slowChildren: upTo(1), // delays in children take real time
  slowChildrenTime: WHOLE_MS, // real time for all of them together
  pctDepth: upTo(1000, 1), // one more than the number of operations that pct delays
  stalls: SHARE, // share of the places at which the main thread stalls
  datagramReorder: upTo(1), // what --datagrams reorder sets
  datagramLoss: SHARE, // what --datagrams lossy sets
  // Node.fz's parameters (its Table 3)
  loopEpollDeferral: SHARE,
  loopTimerDeferral: SHARE,
  loopTimerDelay: MS,
  loopTimerMaxDelay: MS,
  loopPoolMaxDelay: MS,
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

module.exports = { SLOW_CHILDREN_MS, UNSUPPORTED, UNSUPPORTED_OF_TOOL };
