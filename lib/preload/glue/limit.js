'use strict';
// A test runner's limits: they are for the program and not for the delays.

const LONGEST = 20; // times the limit: a test that never ends must end

/**
 * A test runner's `callback` after `ms`: when it fires too early by the program's own time (ownTime(), milliseconds),
 * since we held something meanwhile, the timer is set again.
 */
function limit(callback, ms, ownTime) {
  const start = ownTime();
  let times = 0;
  return function limited(...args) {
    // A timer may come a millisecond early.
    if (ownTime() - start >= ms - 1 || ++times >= LONGEST || typeof this?.refresh !== 'function') {
      return Reflect.apply(callback, this, args);
    }
    this.refresh();
    return undefined;
  };
}

module.exports = { limit };
