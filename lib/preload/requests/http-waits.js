'use strict';
// Calls to other servers by http and https as operations that only wait. Of one that is held the answer comes later, as
// from a slow server: the call itself has begun when its function returns.

const { makeMark } = require('./marks.js');
const operations = require('./operations.js');
const { siteBelow } = require('./sites.js');
const waits = require('./drivers/waits.js');

const SPEC = { api: 'http.request', package: 'http', dialect: 'waits' };
const HOOK = { spec: SPEC, driver: waits };
const ENDS = new Set(['response', 'error', 'close']);

const waiting = makeMark(); // call -> {operation, hold}, as begin() returns it

/** Records that the running code waits for the answer to `outgoing`, which it has made below `caller`. */
function beginWait(outgoing, caller) {
  const site = waits.isWaiting() ? siteBelow(caller) : undefined; // clients of npm call later: async frames tell
  if (site === undefined) return;
  const begun = operations.begin(HOOK, { object: waits.WAITS, statement: SPEC.api, site }, caller);
  begun.operation.start();
  waiting.set(outgoing, begun);
  begun.hold?.then(() => { begun.hold = undefined; });
}

/** Returns whether `event` of a call is held back: then again() is called when it may come. */
function isHeldBack(outgoing, event, again) {
  const begun = ENDS.has(event) ? waiting.get(outgoing) : undefined;
  if (begun === undefined) return false;
  if (event === 'response' && begun.hold !== undefined) {
    begun.hold.then(again);
    return true;
  }
  begun.operation.finish(HOOK);
  return false;
}

module.exports = { beginWait, isHeldBack };
