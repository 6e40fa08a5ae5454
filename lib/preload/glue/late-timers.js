'use strict';
// Late timers (NACD_TIMERS). Node fires them as ever; one that is to be late is set again for the rest, and whatever
// fires meanwhile waits behind it, so that none overtakes another. The program's own handle stays the one it can clear,
// refresh and unref.

const { replaceNext } = require('./properties.js');
const { setTimeout: setRaw, clearTimeout: clearRaw } = require('node:timers');

const IMMEDIATES = 2 ** 52; // the queue of all immediates: no object has this number
// The real clock: fake timers replace the function on the object.
const now = performance.now.bind(performance);

// Fired and not yet run, in the order in which Node fired them: {timer, start, due}.
const waiting = [];

// Cleared, or refreshed: then it will fire anew.
const isGone = ({ timer, start, ended }) =>
  ended || (timer !== undefined && (timer._onTimeout === null || timer._destroyed || timer._idleStart !== start));

function dropGone() {
  while (waiting.length > 0 && isGone(waiting[0])) waiting.shift();
}

const isTurnOf = (entry) => waiting[0] === entry && now() >= entry.due;
const restOf = (entry) => Math.max(1, Math.ceil(entry.due - now()));

/** Returns the entry of a timer that fires now and has to wait, or undefined if it may run. */
function queue(decide) {
  const ms = decide();
  dropGone();
  if (ms === undefined && waiting.length === 0) return undefined;
  const entry = { due: Math.max(now() + (ms ?? 0), waiting.at(-1)?.due ?? 0) };
  waiting.push(entry);
  return entry;
}

// Sets a timer that has just fired for `ms` more. The properties that the program can see stay.
function again(entry, timer) {
  const { _idleTimeout: idle } = timer;
  timer._idleTimeout = restOf(entry);
  timer.refresh();
  timer._idleTimeout = idle;
  entry.timer = timer;
  entry.start = timer._idleStart;
}

function lateTimeout(callback, decide, run) {
  let entry;
  let repeat = null;
  function wait(timer) {
    if (repeat === null) repeat = timer._repeat;
    timer._repeat = null; // an interval's next turn is counted from this one
    again(entry, timer);
  }
  return function fire(...args) {
    if (entry && !waiting.includes(entry)) entry = undefined; // refreshed meanwhile: it is a new turn
    if (!entry) {
      entry = queue(decide);
      if (entry) return wait(this);
    } else {
      if (waiting[0] !== entry) dropGone();
      entry.timer = undefined; // it fires: by itself it is not gone
      if (!isTurnOf(entry)) return wait(this);
      waiting.shift();
      entry = undefined;
    }
    if (repeat !== null) this._repeat = repeat;
    repeat = null;
    run();
    return Reflect.apply(callback, this, args);
  };
}

const cleared = new WeakSet(); // immediates that were cleared after Node took them up

function clearedTimer(immediate) {
  if (typeof immediate === 'object' && immediate !== null) cleared.add(immediate);
}

// Runs `come` when its turn is; returns a function that gives it up.
function takeTurn(decide, come) {
  const entry = queue(decide);
  if (!entry) {
    come();
    return () => {};
  }
  let timer;
  const check = () => {
    dropGone();
    if (!isTurnOf(entry)) {
      timer = setRaw(check, restOf(entry));
      return;
    }
    waiting.shift();
    come();
  };
  timer = setRaw(check, restOf(entry));
  return () => {
    entry.ended = true;
    clearRaw(timer);
  };
}

function latePromise(promise, take, options) {
  if (options?.ref === false) return promise;
  return new Promise((resolve, reject) => {
    promise.then((value) => {
      const signal = options?.signal;
      let giveUp; // eslint-disable-line prefer-const -- an abort may come while the turn is taken
      const abort = () => {
        giveUp();
        reject(abortError(signal));
      };
      signal?.addEventListener('abort', abort, { once: true });
      giveUp = take(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
    }, reject);
  });
}

// As Node's own, whose class no module exports.
function abortError({ reason }) {
  const error = new Error('The operation was aborted', { cause: reason });
  error.code = 'ABORT_ERR';
  error.name = 'AbortError';
  return error;
}

// for await (const tick of setInterval(ms)): each tick waits for its turn.
function lateIterator(iterator, take) {
  const { next } = iterator;
  replaceNext(iterator, (...args) => Reflect.apply(next, iterator, args).then((result) =>
    (result.done ? result : new Promise((resolve) => { take(() => resolve(result)); }))));
  return iterator;
}

module.exports = function lateTimers({ park }) {
  const lateImmediate = (callback, decide, run) =>
    function fire(...args) {
      const immediate = this;
      // The program may have cleared the immediate meanwhile.
      const come = () => {
        if (cleared.has(immediate)) return undefined;
        run();
        return Reflect.apply(callback, immediate, args);
      };
      return park(decide(), IMMEDIATES, come, undefined, []);
    };

  /** `kind`, here and below: "immediate", "timeout", or "iterator". */
  const timerCallback = (callback, kind, decide, run) =>
    (kind === 'immediate' ? lateImmediate(callback, decide, run) : lateTimeout(callback, decide, run));

  /** `options`: those of the call, or undefined. */
  function timerResult(result, kind, decide, run, options) {
    const come = (then) => () => {
      run();
      then();
    };
    if (kind === 'iterator') return lateIterator(result, (then) => takeTurn(decide, come(then)));
    const take = kind === 'immediate'
      ? (then) => {
        let wanted = true;
        park(decide(), IMMEDIATES, () => wanted && come(then)(), undefined, []);
        return () => { wanted = false; };
      }
      : (then) => takeTurn(decide, come(then));
    return latePromise(result, take, options);
  }

  return { timerCallback, timerResult, clearedTimer };
};
