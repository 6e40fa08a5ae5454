'use strict';
// Tells when a request waits for what the other one, which is held, has: a lock in a store or in the process.

const POLL_MS = 20;
const ASK_AFTER_MS = 120; // an operation that takes longer may be waiting for a lock
const IDLE_MS = 700; // a request that does nothing for so long waits for something in the process
const PAUSE = 1.5; // times the whole request in the recording: it may have paused for most of that
const LATE_MS = 1800; // the same for one that the server has not seen yet: its body may have been waited for
const BUSY_MS = 2000; // the least time after which one that is busy is taken to try again until the held one goes on

/**
 * Resolves to {by: 'lock', statement}, {by: 'store'} or {by: 'process'} when `actor` waits for the other one, and never
 * if it does not. `isOtherHeld`, `isOver` and `isActive` tell whether the other is held, `actor` is done with all that
 * it causes, and the proof goes on; `waits` resolves to the waits for locks that the stores tell of, `sync` when all
 * services were heard. `usualMs`: so long the request took in the recording. `isLatched`: it is meant to wait for the
 * tool's lock in a store, which a slow machine may have it reach late.
 */
async function blockedBy(actor, { isOtherHeld, isOver, isActive, waits, sync, usualMs, limit, sleep, now, isLatched }) {
  const began = now();
  const patience = isLatched ? limit / 2 : Math.min(Math.max(BUSY_MS, 3 * usualMs), limit / 2);
  const isIdle = () => {
    if (isLatched && actor.pending > 0) return false;
    const least = actor.hasArrived ? IDLE_MS : LATE_MS;
    return actor.idle > Math.min(Math.max(least, PAUSE * usualMs), limit / 2);
  };
  while (isActive() && !isOver() && !actor.isHeld) {
    await sleep(POLL_MS);
    const mayWait = !actor.isDone || actor.hasWork; // else it may still send a message
    if (!mayWait || !isOtherHeld()) continue;
    if (actor.pending > 0 && actor.idle > ASK_AFTER_MS) {
      const [wait] = await waits();
      if (wait && !actor.isDone) return { by: 'lock', statement: wait.query };
    }
    const isTrying = now() - began > patience; // for a lock, again and again
    if (!isIdle() && !isTrying) continue;
    // A service that is slow on a busy machine makes the request look idle. At the second answer it has had a turn of
    // its event loop since the first.
    for (let i = 0; i < 2; i++) await sync();
    if (isIdle() || isTrying) return { by: actor.pending > 0 ? 'store' : 'process' };
  }
  return new Promise(() => {});
}

module.exports = { POLL_MS, blockedBy };
