'use strict';
const { changes } = require('../names/name.js');

// Phases of what comes: completions and timers.
const COMES = new Set(['worker', 'descriptor', 'event', 'timer']);

/**
 * Returns whether a task of the pool that only looks may follow from something that has come in the program of these
 * traces. It errs on the side of true.
 */
function hasLateLooks(traces) {
  return traces.some(({ operations, runs }) => {
    const first = runs.find(({ phase }) => COMES.has(phase))?.t ?? Infinity;
    const ended = new Set(operations.filter(({ phase }) => phase === 'worker').map(({ name }) => name));
    return operations.some(({ name, phase, t }) => phase === 'action' && ended.has(name) && !changes(name) && t >= first);
  });
}

module.exports = { hasLateLooks };
