'use strict';
// Timers as operations that only wait. One that is held is late, as on a busy machine.

const timers = require('node:timers');
const promises = require('node:timers/promises');
const { promisify: { custom } } = require('node:util');

const { within } = require('./context.js');
const operations = require('./operations.js');
const waits = require('./drivers/waits.js');

const { apply } = Reflect;
const { defineProperty } = Object;
const { refresh } = Object.getPrototypeOf(unsetTimeout());

const LONGEST_MS = 2000; // a longer timer guards something, as that of an idle connection
const cleared = new WeakSet(); // immediates

// Returns a timer that never fires: a program's async_hooks would see an operation whose init they have not seen.
function unsetTimeout() {
  const timer = setTimeout(() => {});
  clearTimeout(timer);
  return timer;
}

// A timer that is held begins anew each time it is due, so that the program can still clear it.
function lateTimeout(run, hold) {
  let isHeld = true;
  hold.then(() => { isHeld = false; });
  return function due(...args) {
    if (isHeld) apply(refresh, this, []);
    else apply(run, this, args);
  };
}

const lateImmediate = (run, hold) => function due(...args) {
  hold.then(() => { process.nextTick(() => { if (!cleared.has(this)) apply(run, this, args); }); });
};

// Sets a timer of the user's code as an operation.
function wait({ spec, original }, self, [callback, ...more], facts, caller) {
  const late = spec.function === 'setTimeout' ? lateTimeout : lateImmediate;
  const { operation, context, hold } = operations.begin({ spec, driver: waits }, facts, caller);
  operation.start();
  const run = function (...args) {
    operation.finish({ driver: waits, spec });
    return within(context, callback, this, args);
  };
  return apply(original, self, [hold ? late(run, hold) : run, ...more]);
}

/** Returns a function that takes the place of `original`: setTimeout or setImmediate with a callback. */
function timer(spec, original) {
  const hook = { spec, original };
  const call = function call(callback, delay) {
    const isShort = typeof callback === 'function' && !(delay > LONGEST_MS);
    const facts = isShort && waits.isWaiting() ? waits.facts(this, arguments, spec, call) : undefined;
    return facts === undefined ? apply(original, this, arguments) : wait(hook, this, arguments, facts, call);
  };
  // Other properties are copied later; this one cannot be replaced then.
  defineProperty(call, custom, { value: promises[spec.function], enumerable: true });
  return call;
}

/** Of clearImmediate. */
const clears = (spec, original) => function clear(immediate) {
  if (typeof immediate === 'object' && immediate !== null) cleared.add(immediate);
  return apply(original, this, arguments);
};

const GLOBALS = ['setTimeout', 'setImmediate', 'clearImmediate'];

/** Hooks the timers that every program has at hand, by watchBuiltin() of packages.js. */
function watchTimers(watchBuiltin) {
  const before = { ...timers };
  watchBuiltin('timers/promises', promises);
  watchBuiltin('timers', timers);
  for (const name of GLOBALS) {
    if (globalThis[name] !== before[name]) continue;
    defineProperty(globalThis, name, { ...Object.getOwnPropertyDescriptor(globalThis, name), value: timers[name] });
  }
}

module.exports = { clears, timer, watchTimers };
