'use strict';
// Finds signs of a mistake in the recording of --serve: a service that could not listen, requests that fail.
const { MESSAGE } = require('../trace/message-method.js');
const { portInUse } = require('./logs.js');

const isError = ({ status }) => status >= 400;
const isFailure = ({ status }) => status >= 500;
const statusesOf = (requests) => [...new Set(requests.map(({ status }) => status))].sort();

/**
 * Returns {port, failed, refused, isDown} of recordings with their output in `folder`. `port`: one in use already, on
 * which a service could not listen. `failed`: {count, statuses} of requests that were answered 5xx; `isDown`: these are
 * all. `refused`: {count, statuses} of all requests, if none of them succeeded.
 */
function signsIn(recordings, folder) {
  const requests = recordings.filter(({ isForeign }) => !isForeign)
    .flatMap((recording) => [...recording.requests.values()]).filter(({ method }) => method !== MESSAGE);
  const of = (list) => (list.length === 0 ? undefined : { count: list.length, statuses: statusesOf(list) });
  return {
    port: portInUse(folder),
    failed: of(requests.filter(isFailure)),
    isDown: requests.every(isFailure),
    refused: requests.every(isError) ? of(requests) : undefined,
  };
}

module.exports = { signsIn };
