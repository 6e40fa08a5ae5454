'use strict';
// Messages of requests before those of a proof: their consumers may still change the state.

const { CALLS } = require('../../../trace/protocol.js');

class Backlog {
  #open = new Map(); // id of a message -> {queue, flow, sent, done}

  /** Takes an event of onWork (../listeners.js). */
  take({ how, request, queue, id }) {
    const known = this.#open.get(id) ?? { queue, flow: request?.flow, sent: 0, done: 0 };
    this.#open.set(id, known);
    known[how]++;
  }

  /** Returns [{id, queue, flow, sent, done}]: how often each message was sent and dealt with in this process. */
  list() {
    return [...this.#open].map(([id, known]) => ({ id, ...known }));
  }
}

/**
 * Returns whether a message in the lists of several processes is not dealt with yet. `queues`: how many consumers deal
 * with a message of each queue. Calls of `flow` do not count: the request of the proof, which is of that, is the answer
 * that they wait for.
 */
function hasBacklog(lists, queues, flow) {
  const left = new Map();
  for (const { id, queue, sent, done, flow: own } of lists.flat()) {
    if (queue === CALLS && own === flow) continue;
    left.set(id, (left.get(id) ?? 0) + sent * (queues[queue] ?? 0) - done);
  }
  return [...left.values()].some((count) => count > 0);
}

module.exports = { Backlog, hasBacklog };
