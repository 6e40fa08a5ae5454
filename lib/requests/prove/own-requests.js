'use strict';
// Requests that services send by themselves, such as a scheduler's, come at times of their own. In a proof they come
// where the recording has them among those of the traffic (lib/preload/requests/prove/own-turns.js).
const { isOwnFlow, MESSAGE } = require('../../trace/protocol.js');
const { writes } = require('../recording/conflicts.js');

const changes = ({ operations }) => operations.some(writes);
const isFromOutside = ({ call, method }) => call === undefined && method !== MESSAGE;

/**
 * Returns {shapes, turns} for a proof in which `live` of `recording` is the request of the test: the shapes of requests
 * that services sent by themselves and that change something, and all requests up to `live`, as {shape, ordinal, isOwn,
 * from, to}. Undefined if there are none, or if chance decides which process gets them.
 */
function ownTurnsOf(recording, live) {
  if (recording.isShared) return undefined;
  const isOwn = ({ flow }) => isOwnFlow(flow);
  const all = [...recording.requests.values()].filter(isFromOutside);
  const shapes = new Set(all.filter((one) => isOwn(one) && changes(one)).map(({ shape }) => shape));
  if (shapes.size === 0) return undefined;
  const turns = all.filter((one) => one.number <= live.number && (!isOwn(one) || shapes.has(one.shape)));
  return {
    shapes: [...shapes],
    turns: turns.map((one) => ({
      shape: one.shape, ordinal: one.ordinal, isOwn: isOwn(one), from: one.t, to: one.ms && one.t + one.ms,
    })),
  };
}

module.exports = { ownTurnsOf };
