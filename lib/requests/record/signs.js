'use strict';
// Finds signs of a mistake in the recording of --serve: a service that could not listen, requests that fail.
const { MESSAGE } = require('../../trace/protocol.js');
const { portInUse } = require('./logs.js');

const isError = ({ status }) => status >= 400;
const isFailure = ({ status }) => status >= 500;
const statusesOf = (requests) => [...new Set(requests.map(({ status }) => status))].sort();

const isHere = (host) => /^(?:localhost|127\.[\d.]+|\[::1\])(?::|$)/.test(host);

// Addresses of this machine that answered a call which no recorded program took in: {host, main} each.
function unfollowedIn(recordings) {
  const taken = new Set(recordings.flatMap(({ requests }) => [...requests.values()].map(({ call }) => call)));
  return recordings.flatMap(({ called = [], heard, main }) => {
    const missing = called.filter(({ host, id }) => isHere(host) && heard.has(id) && !taken.has(id));
    return [...new Set(missing.map(({ host }) => host))].map((host) => ({ host, main }));
  });
}

// Each instance starts the services that it needs, so all but one of these find their port in use.
function portMissing(recordings, folder, instances) {
  const port = portInUse(folder);
  const isOurs = recordings.some(({ ports }) => ports?.has(Number(port)));
  return instances > 1 && isOurs ? undefined : port;
}

/**
 * Returns {port, failed, refused, isDown, unfollowed} of recordings with their output in `folder`. `port`: one in use
 * already, on which a service could not listen. `failed`: {count, statuses} of requests that were answered 5xx;
 * `isDown`: these are all. `refused`: {count, statuses} of all requests, if none of them succeeded. `unfollowed`:
 * {host, main} of addresses at which no recorded program answered, and the program that called there. `instances`:
 * number of servers.
 */
function signsIn(recordings, folder, instances = 1) {
  const requests = recordings.filter(({ isForeign }) => !isForeign)
    .flatMap((recording) => [...recording.requests.values()]).filter(({ method }) => method !== MESSAGE);
  const of = (list) => (list.length === 0 ? undefined : { count: list.length, statuses: statusesOf(list) });
  return {
    port: portMissing(recordings, folder, instances),
    failed: of(requests.filter(isFailure)),
    isDown: requests.every(isFailure),
    refused: requests.every(isError) ? of(requests) : undefined,
    unfollowed: unfollowedIn(recordings),
  };
}

module.exports = { signsIn };
