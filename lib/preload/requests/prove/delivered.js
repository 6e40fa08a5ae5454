'use strict';
// Waits for the messages that a request sends, whichever process sends them and deals with them.
const { POLL_MS } = require('./blocked.js');

const MISSING_MS = 3000; // so long a message that the recording has is waited for after the answer

/**
 * Resolves when all messages that `actor`, which is answered, has sent are dealt with, or when it is held. `expected`
 * are those of the recording: {queue: number}. `sync()` resolves when all that services have told is heard.
 */
async function delivered(actor, { expected, isActive, limit, sync, sleep, now }) {
  const began = now();
  const patience = Math.min(MISSING_MS, limit / 4);
  // A consumer may send a further message from another process, which tells of it before the consumer is done. So it is
  // over if nothing is left both before and after all services were heard.
  for (let wasOver = false; isActive() && !actor.isHeld;) {
    await sync();
    const isMissing = !actor.hasSent(expected) && now() - began < patience;
    const isOver = !actor.hasWork && !isMissing;
    if (isOver && wasOver) return;
    wasOver = isOver;
    await sleep(POLL_MS);
  }
}

module.exports = { delivered };
