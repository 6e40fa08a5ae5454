'use strict';
// A test runner's limits: they are for the program and not for the delays.

const LONGEST = 20; // times the limit: a test that never ends must end
const SHORTEST_MS = 200; // that bounds delays; vitest throttles its reports by timers of 100 ms

const lengths = new WeakMap(); // function -> milliseconds

/**
 * A test runner's `callback` after `ms`: when it fires too early by the program's own time (ownTime(), milliseconds),
 * since we held something meanwhile, the timer is set again. `fires()` is called when it calls `callback`.
 */
function limit(callback, ms, ownTime, fires) {
  const start = ownTime();
  let times = 0;
  const limited = function limited(...args) {
    // A timer may come a millisecond early.
    if (ownTime() - start >= ms - 1 || ++times >= LONGEST || typeof this?.refresh !== 'function') {
      fires?.();
      return Reflect.apply(callback, this, args);
    }
    this.refresh();
    return undefined;
  };
  lengths.set(limited, ms);
  return limited;
}

/**
 * `handle` is the timer of `limited`, a function of limit(). As long as it may fire, the delays are bounded:
 * armLimit(ms) returns a number for disarmLimit(number). Node sets `_destroyed` in whatever way a timer ends.
 */
function watchLimit(handle, limited, { armLimit, disarmLimit }) {
  const ms = lengths.get(limited);
  if (!(ms >= SHORTEST_MS) || handle._destroyed !== false) return;
  const number = armLimit(ms);
  let destroyed = false;
  Object.defineProperty(handle, '_destroyed', {
    configurable: true,
    enumerable: true,
    get: () => destroyed,
    set: (value) => {
      destroyed = value;
      if (value) disarmLimit(number);
    },
  });
}

module.exports = { limit, watchLimit };
