'use strict';
// Orders in which a message is sent late. A consumer that takes one message at a time cannot be held while it gets
// those of the other request. So the sender is held when it has the result of the operation before it sends: its
// message then comes after those that the other request sends meanwhile.
const { MESSAGE } = require('../../trace/protocol.js');

// The operation before a message is sent: {trace, number}. `consumer`: the request that the message came as.
function beforeSending({ method, call }, all) {
  const trace = method === MESSAGE ? all.findIndex(({ sent }) => sent?.has(call)) : -1;
  if (trace < 0) return undefined;
  const { request, t } = all[trace].sent.get(call);
  const sender = all[trace].requests.get(request);
  const last = sender?.operations.findLast((one) => one.turn === undefined && one.end <= t);
  if (last) return { trace, number: last.operation };
  return sender && beforeSending(sender, all);
}

/**
 * Returns the orders in which the last operation of one window is that of a consumer, and its message is sent when the
 * other request is over. `all`: the recordings.
 */
function lateOrders(candidate, all) {
  const sides = candidate.same ? ['first'] : ['first', 'second'];
  return sides.flatMap((who) => {
    const { window, traces, trace } = candidate[who];
    const at = traces?.at(-1) ?? trace;
    const consumer = all[at].requests.get(all[at].operations.get(window.at(-1))?.request);
    const held = consumer && beforeSending(consumer, all);
    if (held === undefined) return [];
    const other = who === 'first' ? 'second' : 'first';
    const { window: others, traces: places, trace: own } = candidate[other];
    const between = others.map((number, index) => [other, number, places?.[index] ?? own]);
    const step = [who, held.number, held.trace];
    return [[step, ...between, [...step, true], [who, window.at(-1), at]]];
  });
}

module.exports = { lateOrders };
