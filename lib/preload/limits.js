'use strict';
// Extends the time limits of a test runner by the time of the delays: the limits are for the program, not for the
// delays.

// The real clock: a program's tests may fake what is on the object, from then on.
const { performance } = require('node:perf_hooks');
const now = performance.now.bind(performance);
const { sep } = require('node:path');

// `mocha -r nacd-native` loads us after mocha itself, which has taken setTimeout by then; and mocha measures once more
// how long a test took. So its class of tests and hooks is changed, whenever it is loaded.
const RUNNABLE = ['', 'node_modules', 'mocha', 'lib', 'runnable.js'].join(sep);

// `exports`: the class itself, or since mocha 12, which consists of ES modules, the module that exports it.
function extendLimits(exports, natives) {
  const { prototype } = exports.Runnable ?? exports;
  const { timeout, resetTimeout } = prototype ?? {};
  if (!timeout || !resetTimeout) return; // a version that nobody here knows: its limits stay as they are
  const { heldTime } = natives;
  const { isLimit, limit, markTests, ownLengthFor, watchLimit } = require('./glue/limit.js');
  const ownTime = () => now() - heldTime();
  const heldBefore = new WeakMap(); // a timer -> what heldTime() was when it was set
  prototype.timeout = function (...args) {
    const ms = Reflect.apply(timeout, this, args);
    const before = args.length === 0 && ms > 0 ? heldBefore.get(this.timer ?? this) : undefined;
    const held = before === undefined ? 0 : Math.ceil(heldTime() - before);
    return held > 0 ? ownLengthFor(ms) + held : ms;
  };
  prototype.resetTimeout = function () {
    Reflect.apply(resetTimeout, this, []);
    const { timer } = this;
    if (typeof timer?._onTimeout !== 'function') return;
    heldBefore.set(timer, heldTime());
    const isNew = !isLimit(timer._onTimeout);
    if (isNew) timer._onTimeout = limit(timer._onTimeout, timer._idleTimeout, ownTime);
    markTests(timer._onTimeout);
    if (isNew) watchLimit(timer, timer._onTimeout, natives);
  };
}

/**
 * Has limits extended, now or when a test runner is loaded. `natives`: heldTime() => milliseconds, armLimit and
 * disarmLimit. Returns a listener for compiled modules.
 */
function watchLimits(natives) {
  const cache = require('node:module')._cache;
  const known = Object.keys(cache).find((file) => file.endsWith(RUNNABLE));
  if (known) extendLimits(cache[known].exports, natives);
  return {
    compiled(filename) {
      if (filename?.endsWith?.(RUNNABLE)) extendLimits(cache[filename].exports, natives);
    },
  };
}

module.exports = { watchLimits };
