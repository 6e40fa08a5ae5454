'use strict';
// Finds calls that their sender may have given up: of two that it made at the same time one was refused, as by
// Promise.all. What it does then, such as to take both back, need not wait for the answer to the other one.

const REFUSED = 400;

/** Returns the ids of the calls that the sender of the call `id` may have given up before it. */
function callsGivenUp(id, causes) {
  if (!causes.isCall(id)) return [];
  const { place, t } = causes.senderOf(id);
  const calls = causes.callsOf(place).map((call) => {
    const isRefused = causes.takenIn(call).some(({ request: { status } }) => status >= REFUSED);
    const { t: sent } = causes.senderOf(call);
    return { call, sent, heard: place.recording.heard.get(call) ?? Infinity, isRefused };
  }).filter(({ sent }) => sent < t);
  const refused = calls.filter(({ isRefused, heard }) => isRefused && heard <= t);
  const isBeside = (one, other) => one.sent < other.heard && other.sent < one.heard;
  return calls.filter((one) => !one.isRefused && refused.some((other) => isBeside(one, other))).map(({ call }) => call);
}

module.exports = { callsGivenUp };
