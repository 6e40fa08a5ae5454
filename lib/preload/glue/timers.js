'use strict';
// Timers in the trace: what is called when one fires, and which is meant when one is cleared.

const timers = new WeakMap(); // what setTimeout and setInterval returned -> what is known of it
const live = new Set(); // what is known of those that will fire, while there may be gates

// What a timer calls when it is due. It may have to wait then, and be cleared meanwhile.
function fire(about, note, phase, callback, self, args) {
  if (about.cleared) return undefined;
  about.waiting = false;
  note?.(about.pending, phase);
  about.pending = undefined;
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    about.next();
  }
}

/**
 * {run, pending}: `run` calls `callback` and reports that the timer fired; `pending` is the name of the operation that
 * is expected of it. An interval has `expect`, which returns the name of each tick. With `hold` the timer may be held.
 */
function timer(callback, name, phase, note, expect, hold) {
  let ticks = 1;
  const pending = expect ? expect(name, ticks) : name;
  const about = { pending, cleared: false, waiting: false, place: placeOf(name) };
  about.next = () => {
    if (!expect || about.cleared) return;
    ticks++;
    about.pending = expect(name, ticks);
  };
  about.run = function run(...args) {
    // A loop that is held up makes one tick of several.
    if (about.waiting) return undefined;
    if (!expect) live.delete(about);
    if (hold) countRound(name);
    const late = function late() {
      return fire(about, note, phase, callback, this, args);
    };
    about.waiting = Boolean(hold?.(about.pending ?? '', late, this, args));
    return about.waiting ? undefined : fire(about, note, phase, callback, this, args);
  };
  if (hold) live.add(about);
  return about;
}

// An interval, or a loop that sleeps, goes on for ever: one that has gone round so often and brought no news will not.
const ROUNDS = 10;
const rounds = new Map(); // where timers are set -> how often they have fired since there was news
let lastNews;

const placeOf = (name) => name.slice(0, name.indexOf('#'));

function countRound(name) {
  const place = placeOf(name);
  rounds.set(place, (rounds.get(place) ?? 0) + 1);
}

/** Whether a timer of the program's will fire that may change anything. `news`: a number that grows with each news. */
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

function rememberTimer(handle, about) {
  timers.set(handle, about);
  about.handle = handle;
}

function forgetTimer(handle, cancelled) {
  const about = timers.get(handle);
  if (!about || about.cleared) return;
  about.cleared = true;
  live.delete(about);
  if (about.pending !== undefined) cancelled(about.pending);
}

module.exports = { limit, timer, rememberTimer, forgetTimer, timersGoOn, liveWait };
