'use strict';
// Finds the work that a request causes after its answer: that of a consumer of its messages, or what its own program
// does then. A client that has the answer may send another request before such work begins.
const { MESSAGE } = require('../../trace/protocol.js');
const { Causes } = require('./causes.js');
const { canBeHeld, hasEffects, placedIn, startOf, startedOf } = require('./placed.js');
const { ofQueues } = require('./queues.js');

const known = new WeakMap(); // recordings -> {causes, isOfQueue}

function factsOf(recordings) {
  if (!known.has(recordings)) {
    known.set(recordings, { causes: new Causes(recordings), isOfQueue: ofQueues(recordings) });
  }
  return known.get(recordings);
}

// The consumer that a request is or that called it, else the request that a client sent.
function headOf(place, causes) {
  const { request } = place;
  const sender = request.method === MESSAGE ? undefined : causes.senderOf(request.call)?.place;
  return sender ? headOf(sender, causes) : place;
}

const answeredAt = ({ recording, request: { t, ms } }) => startedOf(recording) + t + (ms ?? Infinity);

/**
 * Returns the operations on data of the later work that `operation` of `recording` belongs to, in order, each as
 * {recording, trace, operation}. Undefined if it is made before the answer, or if the first one cannot be held.
 */
function laterWorkOf(recording, operation, recordings) {
  const { causes, isOfQueue } = factsOf(recordings);
  const maker = recording.requests.get(operation?.request);
  const own = causes.all.find(({ request }) => request === maker);
  if (own === undefined) return undefined;
  const head = headOf(own, causes);
  const since = head.request.method === MESSAGE ? -Infinity : answeredAt(head);
  const work = causes.causedByRequest(head).flatMap(placedIn)
    .filter((one) => hasEffects(one) && !isOfQueue(one) && startOf(one) >= since)
    .sort((a, b) => startOf(a) - startOf(b));
  return work.some((one) => one.operation === operation) && canBeHeld(work[0]) ? work : undefined;
}

module.exports = { laterWorkOf };
