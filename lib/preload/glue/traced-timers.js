'use strict';
// Timers in the trace: calls their callbacks, and finds the timer that is cleared.

const { createHook } = require('node:async_hooks');
const { limit, markTests, watchLimit } = require('./limit.js');
const { replaceNext } = require('./properties.js');

const timers = new WeakMap(); // what setTimeout and setInterval returned -> what is known of it
const live = new Set(); // what is known of those that will fire, while there may be gates

// An interval, or a loop that sleeps, fires for ever: one that has fired so often without news will bring none.
const ROUNDS = 10;
const rounds = new Map(); // where timers are set -> how often they have fired since there was news
let lastNews;

const placeOf = (name) => name.slice(0, name.indexOf('#'));

function countRound(name) {
  const place = placeOf(name);
  rounds.set(place, (rounds.get(place) ?? 0) + 1);
}

/**
 * Returns true if a timer of the program's will fire that may change anything. `news`: a number that grows with each
 * news.
 */
function timersGoOn(news) {
  if (news !== lastNews) rounds.clear();
  lastNews = news;
  for (const about of live) {
    const { handle, waiting, place } = about;
    if (handle?._destroyed) live.delete(about);
    else if (handle?.hasRef?.() && !waiting && !(rounds.get(place) >= ROUNDS)) return true;
  }
  return false;
}

const then = Function.prototype.call.bind(Promise.prototype.then);

/** The program waits for a time, by a promise. */
function liveWait(promise, name) {
  if (!(promise instanceof Promise)) return;
  const about = { handle: { hasRef: () => true }, place: placeOf(name) };
  const settled = () => {
    live.delete(about);
    countRound(name);
  };
  live.add(about);
  then(promise, settled, settled);
}

const settled = Promise.resolve();

function rememberTimer(handle, about) {
  timers.set(handle, about);
  about.handle = handle;
}

// A timer of Node's own, whose callback nobody sees before it is set.
function takeTimer(handle, about) {
  handle._onTimeout = about.run;
  rememberTimer(handle, about);
}

/** Returns Node's own timer of `object`, a socket or server, by its symbol's description; undefined: there is none. */
function ownTimer(object, key) {
  const symbol = Object.getOwnPropertySymbols(object).find(({ description }) => description === key);
  const timer = symbol && object[symbol];
  return typeof timer?._onTimeout === 'function' ? timer : undefined;
}

let timerHook; // of async_hooks: the only sight of a timer that nothing refers to
let seen;

/** Sees which timer Node sets until seenTimer() is called. False: `ms` is no time, so Node will set none. */
function seeTimer(ms) {
  if (!Number.isSafeInteger(ms)) return false;
  timerHook ??= createHook({
    init(id, type, trigger, resource) {
      if (type === 'Timeout') seen ??= resource;
    },
  });
  timerHook.enable();
  return true;
}

function seenTimer() {
  timerHook.disable();
  const timer = seen;
  seen = undefined;
  return timer;
}

// As it was when this file was loaded: a program's own may do something else.
const bind = Function.prototype.call.bind(Function.prototype.bind);

// The same name, also where the program looks at a timer.
function bound(native, about) {
  const run = bind(native, about);
  const { value: name } = Object.getOwnPropertyDescriptor(about.callback, 'name') ?? {};
  if (typeof name === 'string') Object.defineProperty(run, 'name', { value: name });
  return run;
}

// The callback of a timer under the name by which Node calls it: V8 prints that name in stacks.
function swap({ handle }, from, to) {
  if (handle?._onTimeout === from) handle._onTimeout = to;
}

/**
 * Returns the symbol by which Node's timers, such as `timer`, have their number; undefined: by none. (Node remembers a
 * timer for good that was asked for it by Number(timer).)
 */
function timerId(timer) {
  return Object.getOwnPropertySymbols(timer).find(({ description }) => description === 'asyncId');
}

module.exports = function timersOf(natives) {
  const { note, expect, hold, fire, fireLate, cancelled, ownTime, armLimit, disarmLimit, limitFired, stall } =
    natives;
  const stallNow = () => stall();
  let running; // an interval, while its callback runs

  /**
   * {run}: the timer calls `run`, which calls `callback` and reports that the timer fired. `repeats`: an interval, each
   * tick of which has a name. `gated`: the timer may be held. `ms`: the time between two ticks, 0: not known.
   */
  function timer(callback, name, phase, repeats, gated, ms = 0) {
    const about = {
      callback, name, phase, repeats, gated, ms, place: placeOf(name), handle: undefined, run: undefined,
      ticks: 1, pending: repeats ? expect(name, 1, ms) : name, // the operation that is expected of it
      cleared: false, waiting: false,
    };
    about.run = bound(fire, about);
    if (gated) live.add(about);
    return about;
  }

  // It may have to wait, and be cleared meanwhile.
  function isHeld(about, args) {
    if (!about.repeats) live.delete(about);
    if (!about.gated) return false;
    countRound(about.name);
    about.waiting = hold(about.pending ?? '', bind(fireLate, about), about.handle, args);
    return about.waiting;
  }

  /** The timer is due, or was held until now (`late`). Returns true if its callback is called then. */
  function fires(about, args, late) {
    if (late) about.waiting = false;
    // A loop that is held up makes one tick of several.
    else if (about.waiting || isHeld(about, args)) return false;
    if (about.cleared) return false;
    if (about.pending !== undefined) note(about.pending, about.phase);
    about.pending = undefined;
    swap(about, about.run, about.callback);
    if (about.repeats) running = about;
    return true;
  }

  function fired() {
    const about = running;
    running = undefined;
    if (!about || about.cleared) return;
    about.ticks++;
    about.pending = expect(about.name, about.ticks, about.ms);
    swap(about, about.callback, about.run);
  }

  function forgetTimer(handle) {
    const about = timers.get(handle);
    if (!about || about.cleared) return;
    about.cleared = true;
    live.delete(about);
    if (about.pending !== undefined) cancelled(about.pending);
  }

  /** timers/promises: an iterator of setInterval(), each tick of which has a name and comes after `ms`. */
  function tracedTicks(iterator, name, phase, ms) {
    let ticks = 1;
    let pending = expect(name, ticks, ms);
    const came = ({ done }) => {
      if (pending === undefined) return;
      if (done) cancelled(pending);
      else note(pending, phase);
      pending = done ? undefined : expect(name, ++ticks, ms);
    };
    const { next } = iterator;
    replaceNext(iterator, (...args) => {
      const result = Reflect.apply(next, iterator, args);
      if (result instanceof Promise) then(result, came, () => {});
      return result;
    });
    return iterator;
  }

  return {
    limit: (callback, ms) => limit(callback, ms, ownTime, limitFired),
    limitSet(handle, limited, isTests) {
      if (isTests) markTests(limited);
      watchLimit(handle, limited, { armLimit, disarmLimit });
    },
    timer, fires, fired, rememberTimer, forgetTimer, timersGoOn, liveWait, timerId,
    takeTimer, ownTimer, seeTimer, seenTimer, tracedTicks,
    // When the running callback and its ticks are done.
    stallSoon: () => void then(settled, stallNow),
  };
};
