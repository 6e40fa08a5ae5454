'use strict';
// Timers in the trace: what is called when one fires, and which is meant when one is cleared.

const timers = new WeakMap(); // what setTimeout and setInterval returned -> what is known of it

/**
 * {run, pending}: `run` calls `callback` and traces that the timer fired; `pending` is the name of what is expected of
 * it. With `expect` it fires again and again: after each tick the next one is expected.
 */
function timer(callback, name, phase, note, expect) {
  let ticks = 1;
  const nameOf = () => (expect ? `${name}/tick#${ticks}` : name);
  const about = { pending: nameOf(), cleared: false };
  about.run = function run(...args) {
    note(about.pending, phase);
    about.pending = undefined;
    try {
      return Reflect.apply(callback, this, args);
    } finally {
      if (expect && !about.cleared) {
        ticks++;
        about.pending = nameOf();
        expect(about.pending);
      }
    }
  };
  return about;
}

function rememberTimer(handle, about) {
  timers.set(handle, about);
}

function forgetTimer(handle, cancelled) {
  const about = timers.get(handle);
  if (!about || about.cleared) return;
  about.cleared = true;
  if (about.pending !== undefined) cancelled(about.pending);
}

module.exports = { timer, rememberTimer, forgetTimer };
