'use strict';
// A test runner's limits: they are for the program and not for the delays.

// As it is when this file is loaded: a program's tests may fake what is on the object, from then on.
const { performance } = require('node:perf_hooks');
const now = performance.now.bind(performance);

const LONGEST = 20; // times the limit: a test that never ends must end
const SHORTEST_MS = 200; // of a limit that may be none of a test: vitest throttles its reports by timers of 100 ms
const MOST_MS = 2 ** 31 - 1;

// As Node reads the second argument of setTimeout(), which may be missing.
const lengthOf = (after) => (after >= 1 && after <= MOST_MS ? Number(after) : 1);

// A few delays exceed 20 times a short limit of a test, and our own work alone exceeds the limit itself.
const DELAYED_MS = 500;
const delayedLengthFor = (ms) => Math.max(ms, DELAYED_MS);
const ownLengthFor = (ms) => Math.max(ms, SHORTEST_MS);

const limits = new WeakMap(); // function of limit() -> {ms, isTests}

/**
 * A test runner's `callback` after `after` ms: when it fires too early by the program's own time (ownTime(),
 * milliseconds), since we held something meanwhile, the timer is set again. `fires(ms)` is called when it calls
 * `callback`.
 */
function limit(callback, after, ownTime, fires) {
  const about = { ms: lengthOf(after), isTests: false };
  const { ms } = about;
  const start = ownTime();
  const heldBefore = now() - start;
  let times = 0;
  const isMet = () => {
    const own = ownTime();
    const isDelayed = now() - own - heldBefore >= 1;
    // A timer may come a millisecond early.
    return own - start >= (about.isTests && isDelayed ? ownLengthFor(ms) : ms) - 1;
  };
  const isStuck = () => ++times * ms >= LONGEST * (about.isTests ? delayedLengthFor(ms) : ms);
  const limited = function limited(...args) {
    if (isMet() || isStuck() || typeof this?.refresh !== 'function') {
      fires?.(ms);
      return Reflect.apply(callback, this, args);
    }
    this.refresh();
    return undefined;
  };
  limits.set(limited, about);
  return limited;
}

/** Says that `limited`, a function of limit(), may be for a test. Others are for a runner's reports or its end. */
function markTests(limited) {
  limits.get(limited).isTests = true;
}

const isLimit = (callback) => limits.has(callback);

/**
 * `handle` is the timer of `limited`, a function of limit(). As long as it may fire, the delays are bounded:
 * armLimit(ms) returns a number for disarmLimit(number). Node sets `_destroyed` in whatever way a timer ends.
 */
function watchLimit(handle, limited, { armLimit, disarmLimit }) {
  const { ms, isTests } = limits.get(limited);
  if (!(isTests || ms >= SHORTEST_MS) || handle._destroyed !== false) return;
  const number = armLimit(isTests ? delayedLengthFor(ms) : ms);
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

module.exports = { isLimit, limit, markTests, ownLengthFor, watchLimit };
