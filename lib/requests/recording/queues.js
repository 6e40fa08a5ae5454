'use strict';
// Counts messages of a recording: a proof waits until those of both requests are dealt with. Calls that nobody waits
// for (fetch without await) are messages, too.
const { CALLS, MESSAGE } = require('../../trace/protocol.js');

// The requests that came as calls: id of the call -> request.
function callsIn(recordings) {
  const all = recordings.filter(({ isForeign }) => !isForeign).flatMap(({ requests }) => [...requests.values()]);
  const isCall = ({ call, method }) => call !== undefined && method !== MESSAGE;
  return new Map(all.filter(isCall).map((one) => [one.call, one]));
}

// The sender of a call that waits for it has its answer before it gives its own.
function isLeft({ t, ms }, heard = Infinity) {
  return heard > t + ms;
}

// Returns whether a request of `flow` makes a call that it does not wait for. A call that is never answered in the
// recording, such as a stream of events, is never over.
function leavesCalls(flow, recordings) {
  const known = callsIn(recordings);
  if ([...known.values()].some(({ status }) => status === undefined)) return false;
  const own = new Set(flow);
  return recordings.some(({ requests, sent = [], heard = new Map() }) => (
    [...sent].some(([id, { request: number, queue }]) => {
      const sender = requests.get(number);
      return queue === CALLS && known.has(id) && own.has(sender) && isLeft(sender, heard.get(id));
    })));
}

/**
 * Returns {queue: how many consumers deal with a message of it}, or undefined if there are none. The calls of `flow`, a
 * list of requests, count if some are left.
 */
function queuesOf(recordings, flow = []) {
  const queues = ofMessages(recordings);
  return leavesCalls(flow, recordings) ? { ...queues, [CALLS]: 1 } : queues;
}

function ofMessages(recordings) {
  const times = new Map(); // queue -> id of a message -> count
  for (const { queue, id } of recordings.flatMap(({ done = [] }) => done)) {
    if (!times.has(queue)) times.set(queue, new Map());
    times.get(queue).set(id, (times.get(queue).get(id) ?? 0) + 1);
  }
  if (times.size === 0) return undefined;
  return Object.fromEntries([...times].map(([queue, ids]) => [queue, Math.max(...ids.values())]));
}

// flow -> {queue: number of messages that it sent}. `queues` are those that count.
function sentByFlow(recordings, queues) {
  const flows = new Map();
  const calls = callsIn(recordings);
  for (const { requests, sent } of recordings) {
    for (const [id, { request, queue }] of sent) {
      const flow = requests.get(request)?.flow;
      if (flow === undefined || queues[queue] === undefined || (queue === CALLS && !calls.has(id))) continue;
      const counts = flows.get(flow) ?? {};
      counts[queue] = (counts[queue] ?? 0) + 1;
      flows.set(flow, counts);
    }
  }
  return flows;
}

/**
 * Returns the messages that requests send with all that they cause: who -> status of the answer -> {queue: number}, as
 * requests of the same handler did. `requests` is {first, second}, `flow` all that they cause. Undefined if no message
 * is dealt with.
 */
function messagesOf(requests, recordings, flow) {
  const queues = queuesOf(recordings, flow);
  if (queues === undefined) return undefined;
  const flows = sentByFlow(recordings, queues);
  const all = recordings.flatMap((recording) => [...recording.requests.values()]);
  const ofHandler = (own) => all.filter(({ handler }) => handler !== undefined && handler === own.handler);
  return Object.fromEntries(Object.entries(requests).map(([who, own]) => {
    // Its own count stands behind those of others.
    const alike = [...ofHandler(own), own].filter(({ flow }) => flows.has(flow));
    return [who, Object.fromEntries(alike.map(({ status, flow }) => [status, flows.get(flow)]))];
  }));
}

/** The same of branches of one request: `parts` has the requests of each, as [{recording, request}]. */
function messagesOfParts(parts, recordings) {
  const queues = queuesOf(recordings);
  if (queues === undefined) return undefined;
  return Object.fromEntries(Object.entries(parts).map(([who, part]) => {
    const counts = {};
    for (const { recording, request } of part) {
      for (const { request: number, queue } of recording.sent.values()) {
        if (number === request.number && queues[queue] !== undefined) counts[queue] = (counts[queue] ?? 0) + 1;
      }
    }
    // As the answer to the branch: one that is refused tells most.
    const status = Math.max(...part.map(({ request }) => request.status ?? 0));
    return [who, { [status]: counts }];
  }));
}

/**
 * Returns a function that tells whether an operation, as {operation}, is one on a queue: streams of Redis are queues,
 * and so are lists whose elements consumers dealt with. To add an entry is to send it.
 */
function ofQueues(recordings) {
  const queues = new Set(recordings.flatMap(({ done = [] }) => done.map(({ queue }) => queue)));
  return ({ operation: { dialect, statement, values } }) => dialect === 'redis' &&
    (/^X[A-Z]+\b/.test(statement) || (values?.length > 0 && queues.has(`list ${values[0]}`)));
}

const SENDS = /^(?:XADD|[LR]PUSHX?)\b/;

/** Returns the `candidates` but those in which both requests do nothing but send messages, in one order or another. */
function withoutSending(candidates, recordings) {
  const isOfQueue = ofQueues(recordings);
  const windowOf = ({ trace, traces = [], window }) => window.map((number, index) => (
    recordings[traces[index] ?? trace]?.operations.get(number)));
  const isSending = (operation) => operation && SENDS.test(operation.statement) && isOfQueue({ operation });
  return candidates.filter(({ first, second }) => ![first, second].flatMap(windowOf).every(isSending));
}

module.exports = { messagesOf, messagesOfParts, ofQueues, queuesOf, withoutSending };
