'use strict';
// Tells which processes take part in a proof.

/**
 * Returns {mains}, the main files of the other processes that take part in the requests of `flow`, or undefined if
 * there are none. `own` is the recording of the process that gets the request of the test. Another one that listens on
 * the same port may get the next request.
 */
function servicesOf(own, flow, recordings) {
  const requests = new Set(flow);
  const isPart = (recording) => [...recording.requests.values()].some((one) => requests.has(one));
  const isPeer = ({ main, isShared }) => isShared && main === own.main;
  const isOther = (one) => one !== own && !one.isForeign && (isPart(one) || (own.isShared && isPeer(one)));
  const mains = new Set(recordings.filter(isOther).map(({ main }) => main));
  return mains.size > 0 ? { mains: [...mains] } : undefined;
}

module.exports = { servicesOf };
