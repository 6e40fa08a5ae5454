'use strict';
// Notices a run in which nothing can happen any more: all its processes are at rest, and nothing from outside can wake
// them. Waiting for the timeout would say no more, and a failure that hangs would cost it again in each replay.
const path = require('node:path');

const { happenings } = require('../analysis/order.js');
const { areAll, familyOf } = require('../process/family.js');
const { sampleLoad } = require('../process/load.js');
const { hearsOutside } = require('../process/sockets.js');
const { readRunTraces } = require('../trace/run-traces.js');
const { condensed, isBusy } = require('./hang.js');
const { IDLE, isAtRest } = require('./lingering.js');

const LEAST_MS = 10_000;
const SHARE = 0.2; // of the timeout, within which a run without delays has ended thirty times
const LOOKS = 4; // in that time

const WORK = new Set(['callback', 'worker']);

// A task of the worker pool, such as reading a FIFO, may end.
const isWorking = (trace) => happenings(trace).some(({ lost, phase }) => lost && WORK.has(phase));

// Returns the traces of the threads that live, if each process of the run has one or has started one that has; else
// undefined: nobody knows what the others do.
function livingOf(traces, family) {
  const living = traces.filter(({ exit, header }) => !exit && family.has(header?.pid));
  return living.length > 0 && areAll(living.map(({ header }) => header.pid), family) ? living : undefined;
}

// Resolves to the load of the run's processes, as sampleLoad() does, if they are stuck; else to undefined.
async function loadOfStuck(folder, { marker, quietMs }) {
  const load = await sampleLoad(marker);
  if (load === undefined || isBusy(load, [], IDLE)) return undefined; // cheap: traces may be long
  const family = familyOf(marker);
  const { whole } = readRunTraces(path.join(folder, 'trace'), { whole: true, condense: condensed, live: true });
  const living = livingOf(whole, family);
  if (!living?.every((trace) => isAtRest(trace, quietMs) && !isWorking(trace))) return undefined;
  return living.some(({ header }) => hearsOutside(header.pid)) ? undefined : load;
}

/**
 * Calls `onStuck(load)` once, `load` as of sampleLoad(), if nothing has happened in the run in `folder` for a fifth of
 * `timeout` (seconds), at least ten seconds, and nothing can happen any more. `marker` identifies the run's processes.
 * Returns a function that ends the watch.
 */
function watchStuck(folder, { marker, timeout }, onStuck) {
  const quietMs = Math.max(LEAST_MS, SHARE * 1000 * timeout);
  let timer;
  const wait = (ms) => {
    timer = setTimeout(async () => {
      // A file or process that has just gone means that the run goes on.
      const load = await loadOfStuck(folder, { marker, quietMs }).catch(() => undefined);
      if (load) onStuck(load);
      else if (timer !== undefined) wait(quietMs / LOOKS);
    }, ms);
  };
  wait(quietMs + quietMs / LOOKS);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

module.exports = { watchStuck };
