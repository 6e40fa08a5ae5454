'use strict';
// Lets signals in during long work: Node.js handles them only between callbacks.
const { setImmediate: turn } = require('node:timers/promises');

const EACH_MS = 50;

/**
 * Returns an async function to call between the steps of some work. It lets signals in every 50 ms, and resolves to
 * true if `signal` is aborted.
 */
function breather(signal) {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > EACH_MS) {
      await turn();
      last = performance.now();
    }
    return signal?.aborted === true;
  };
}

module.exports = { breather };
