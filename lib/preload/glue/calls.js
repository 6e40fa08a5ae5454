'use strict';
// Calls with callbacks and promises: the closures that delay them.

const { enter } = require('./context.js');

const then = Function.prototype.call.bind(Promise.prototype.then);

// The program itself has cancelled the operations, not the system: all come at once, in the order of the calls.
const isCancelled = (error) => error?.code === 'ECANCELLED';

// exec's promise carries the child: whatever a promise carries, the delayed one does too.
function carry(from, to) {
  for (const key of Reflect.ownKeys(from)) Object.defineProperty(to, key, Object.getOwnPropertyDescriptor(from, key));
  return to;
}

// An abort settles a call at once, also while its result is held.
function endOnAbort(args, reject) {
  const signal = args[1]?.signal ?? args[0]?.signal;
  if (!(signal instanceof AbortSignal)) return () => {};
  const end = () => reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

function watchArguments(callback, watchers) {
  return function watched(...args) {
    watchers.forEach((watch, i) => args[i] && watch(args[i]));
    return Reflect.apply(callback, this, args);
  };
}

const seen = new WeakSet();

function watchResult(result, watch, promise) {
  if (!promise) {
    watch(result);
    return result;
  }
  if (seen.has(watch) || !(result instanceof Promise)) return result;
  // Handed on, not watched from the side: a handler of ours on the user's promise would hide its rejection.
  return carry(result, then(result, (value) => {
    // Once the class is hooked, its instances need not be seen, unless each has methods of its own.
    if (!watch(value)) seen.add(watch);
    return value;
  }));
}

module.exports = function calls({ park, note }) {
  /**
   * Returns a function that runs `callback` in the naming context of its operation, and reports then that the operation
   * `name` is carried out. Undefined: there is no context, nobody needs to know. With `object` the call is held for
   * `wait`.
   */
  function wrapCallback(callback, context, name, phase, wait, object) {
    function called(...args) {
      if (name !== undefined) note(name, phase);
      return context === undefined ? Reflect.apply(callback, this, args) : enter(context, callback, this, args);
    }
    if (object === undefined) return called;
    return function delayed(...args) {
      if (isCancelled(args[0])) return Reflect.apply(called, this, args);
      return park(wait, object, called, this, args);
    };
  }

  const delayCallback = (callback, wait, object) =>
    function delayed(...args) {
      return park(wait, object, callback, this, args);
    };

  function delayPromise(promise, wait, object, name, phase, abortable) {
    if (!(promise instanceof Promise)) return promise;
    return carry(promise, new Promise((resolve, reject) => {
      const settle = (how) => {
        return (value) => {
          const forget = abortable && endOnAbort(abortable, reject);
          const noted = () => {
            forget?.();
            if (name !== undefined) note(name, phase);
            how(value);
          };
          if (isCancelled(value)) noted();
          else park(wait, object, noted, undefined, []);
        };
      };
      then(promise, settle(resolve), settle(reject));
    }));
  }

  const noted = (fn, name, phase) =>
    function run(...args) {
      note(name, phase);
      return Reflect.apply(fn, this, args);
    };

  function postpone(wait, fn, self, args, promise) {
    if (!promise) return void park(wait, 0, fn, self, args);
    return new Promise((resolve) => {
      park(wait, 0, () => resolve(Reflect.apply(fn, self, args)), undefined, []);
    });
  }

  return { wrapCallback, delayCallback, delayPromise, noted, postpone, watchArguments, watchResult };
};
