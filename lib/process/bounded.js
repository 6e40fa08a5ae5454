'use strict';
// Runs code of the user's in this process, such as a regular expression that backtracks for ever or a function that
// loops. No signal of the system's would reach JavaScript meanwhile: Node handles them between callbacks.
const vm = require('node:vm');

const context = vm.createContext({});

/** The action took longer than it may. */
class TookTooLong extends Error {}

/** Ctrl-C ended the action. */
class Stopped extends Error {}

/**
 * Returns what `action()` returns. Throws a TookTooLong after `ms` milliseconds. Ctrl-C ends it at once: then the
 * process gets the signal as usual, and a Stopped is thrown.
 */
function bounded(action, ms) {
  context.action = action;
  try {
    return vm.runInContext('action()', context, { timeout: ms, breakOnSigint: true });
  } catch (error) {
    if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TookTooLong(`it took more than ${ms / 1000} s`);
    if (error.code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    process.emit('SIGINT', 'SIGINT');
    throw new Stopped('interrupted');
  } finally {
    context.action = undefined;
  }
}

module.exports = { Stopped, TookTooLong, bounded };
