'use strict';
// Knows which actor a request of the recorder belongs to: one of a proof's two requests, or the request of the test.

class Roster {
  #actors = new Map(); // who -> Actor
  /** Request of the recorder -> Actor. */
  byRequest = new Map();

  /** Adds an actor, and says that `request` is its. Returns this. */
  add(actor, request) {
    this.#actors.set(actor.who, actor);
    if (request) this.byRequest.set(request, actor);
    return this;
  }

  get(who) {
    return this.#actors.get(who);
  }

  get all() {
    return [...this.#actors.values()];
  }

  /** Returns whether one has sent messages that are not dealt with yet. */
  get hasWork() {
    return this.all.some(({ hasWork }) => hasWork);
  }

  /** Returns the actor that a request belongs to, or undefined. */
  of(request) {
    return this.byRequest.get(request);
  }

  /** Takes a request that one of them has caused, in the `fork` of branches, if any. Returns false for another one. */
  adopt(request, fork) {
    for (const [known, actor] of this.byRequest) {
      const owner = known.flow === request.flow ? actor : fork?.ownerOf(request);
      if (owner === undefined) continue;
      this.byRequest.set(request, owner);
      return true;
    }
    return false;
  }
}

module.exports = { Roster };
