'use strict';
// Tells which requests of all processes cause which others: by calls to services, and by messages that consumers deal
// with.

const { CALLS } = require('../../trace/protocol.js');

function add(lists, key, item) {
  if (key === undefined) return;
  if (lists.has(key)) lists.get(key).push(item);
  else lists.set(key, [item]);
}

/** The requests of all recordings, each as {trace, recording, request}. */
class Causes {
  #ofCall = new Map(); // id of a message or call -> those that dealt with it
  #senders = new Map(); // the same -> {place, t, queue}
  #sentBy = new Map(); // request -> ids of what it sent
  all;

  constructor(recordings) {
    const places = (recording, trace) => (recording.isForeign ? []
      : [...recording.requests.values()].map((request) => ({ recording, trace, request })));
    this.all = recordings.flatMap(places);
    for (const place of this.all) add(this.#ofCall, place.request.call, place);
    const placeOf = new Map(this.all.map((place) => [place.request, place]));
    for (const recording of recordings) {
      for (const [id, { request: number, ...sent }] of recording.sent ?? []) {
        const place = placeOf.get(recording.requests.get(number));
        if (place && this.#ofCall.has(id)) this.#send(id, { ...sent, place }); // else it is an answer
      }
    }
  }

  #send(id, sent) {
    this.#senders.set(id, sent);
    add(this.#sentBy, sent.place.request, id);
  }

  /** Returns {place, t, queue} of a message or call: what sent it, and when. */
  senderOf(id) {
    return this.#senders.get(id);
  }

  /** Returns whether a message is a call, whose sender gets an answer. */
  isCall(id) {
    return this.#senders.get(id)?.queue === CALLS;
  }

  /** Returns what dealt with a message or a call. */
  takenIn(id) {
    return this.#ofCall.get(id) ?? [];
  }

  /** Returns the ids of the calls that a request made at `t` or later. */
  callsOf({ request }, t = 0) {
    const isCall = (id) => this.isCall(id) && this.#senders.get(id).t >= t;
    return (this.#sentBy.get(request) ?? []).filter(isCall);
  }

  /** Returns those that dealt with `ids`, and all that these cause. `byCalls`: by calls only. */
  causedBy(ids, { byCalls = false } = {}) {
    return this.#closure(ids.flatMap((id) => this.takenIn(id)), byCalls);
  }

  /** Returns a request, and all that it causes. */
  causedByRequest(place) {
    return this.#closure([place], false);
  }

  #closure(left, byCalls) {
    const found = new Set();
    while (left.length > 0) {
      const place = left.pop();
      if (found.has(place)) continue;
      found.add(place);
      const more = byCalls ? this.callsOf(place) : this.#sentBy.get(place.request) ?? [];
      left.push(...more.flatMap((id) => this.takenIn(id)));
    }
    return [...found];
  }
}

module.exports = { Causes };
