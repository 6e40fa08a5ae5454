'use strict';
// Messages of requests before those of a proof: their consumers may still change the state.

class Backlog {
  #open = new Map(); // id of a message -> {queue, sent, done}

  /** Takes an event of onWork (../listeners.js). */
  take({ how, queue, id }) {
    const known = this.#open.get(id) ?? { queue, sent: 0, done: 0 };
    this.#open.set(id, known);
    known[how]++;
  }

  /** Returns [{id, queue, sent, done}]: how often each message was sent and dealt with in this process. */
  list() {
    return [...this.#open].map(([id, known]) => ({ id, ...known }));
  }
}

/**
 * Returns whether a message in the lists of several processes is not dealt with yet. `queues`: how many consumers deal
 * with a message of each queue.
 */
function hasBacklog(lists, queues) {
  const left = new Map();
  for (const { id, queue, sent, done } of lists.flat()) {
    left.set(id, (left.get(id) ?? 0) + sent * (queues[queue] ?? 0) - done);
  }
  return [...left.values()].some((count) => count > 0);
}

module.exports = { Backlog, hasBacklog };
