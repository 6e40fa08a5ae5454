'use strict';
// Timers in the trace: calls their callbacks, and finds the timer that is cleared.

const { limit, watchLimit } = require('./limit.js');

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

module.exports = function timersOf({ note, expect, hold, cancelled, ownTime, armLimit, disarmLimit, stall }) {
  const stallNow = () => stall();

  // Runs when a timer is due. It may have to wait then, and be cleared meanwhile.
  function fire(about, phase, callback, self, args) {
    if (about.cleared) return undefined;
    about.waiting = false;
    note(about.pending, phase);
    about.pending = undefined;
    try {
      return Reflect.apply(callback, self, args);
    } finally {
      about.next();
    }
  }

  /**
   * {run, pending}: `run` calls `callback` and reports that the timer fired; `pending` is the name of the operation
   * that is expected of it. `repeats`: an interval, each tick of which has a name. `gated`: the timer may be held.
   */
  function timer(callback, name, phase, repeats, gated) {
    let ticks = 1;
    const pending = repeats ? expect(name, ticks) : name;
    const about = { pending, cleared: false, waiting: false, place: placeOf(name) };
    about.next = () => {
      if (!repeats || about.cleared) return;
      ticks++;
      about.pending = expect(name, ticks);
    };
    about.run = function run(...args) {
      // A loop that is held up makes one tick of several.
      if (about.waiting) return undefined;
      if (!repeats) live.delete(about);
      if (gated) countRound(name);
      const late = function late() {
        return fire(about, phase, callback, this, args);
      };
      about.waiting = gated && hold(about.pending ?? '', late, this, args);
      return about.waiting ? undefined : fire(about, phase, callback, this, args);
    };
    if (gated) live.add(about);
    return about;
  }

  function forgetTimer(handle) {
    const about = timers.get(handle);
    if (!about || about.cleared) return;
    about.cleared = true;
    live.delete(about);
    if (about.pending !== undefined) cancelled(about.pending);
  }

  return {
    limit: (callback, ms) => limit(callback, ms, ownTime),
    limitSet: (handle, limited) => watchLimit(handle, limited, { armLimit, disarmLimit }),
    timer, rememberTimer, forgetTimer, timersGoOn, liveWait,
    // When the running callback and its ticks are done.
    stallSoon: () => void then(settled, stallNow),
  };
};
