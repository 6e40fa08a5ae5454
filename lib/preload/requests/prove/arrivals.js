'use strict';
// Counts the requests of the test by their shape, and recognises the one that a plan names.
const { RequestShapes, placesOf } = require('../../../trace/places.js');
const { changedPlaces, sentPlaces } = require('../../../trace/sent-places.js');

const keyOf = ({ shape, ordinal }) => `${ordinal} ${shape}`;

class Arrivals {
  #plan;
  #values;
  #shapes = new RequestShapes();
  #keys = new WeakMap(); // request -> key
  #learn; // key -> recorded places of the answer
  #learnSent; // key -> those of the request, but for its body

  constructor(plan, values) {
    this.#plan = plan;
    this.#values = values;
    const known = (places) => new Map((plan.learn ?? []).map((entry) => [keyOf(entry), new Map(entry[places])]));
    this.#learn = known('places');
    this.#learnSent = known('sent');
  }

  /** Counts a request of the test. Returns {shape, ordinal, isNamed}: whether it is the one that the plan names. */
  take(request) {
    const counted = this.#shapes.take(request.method, request.target);
    const key = keyOf(counted);
    this.#keys.set(request, key);
    this.#learnFrom(request, this.#learnSent.get(key));
    return { ...counted, isNamed: key === keyOf(this.#plan.arrival) };
  }

  // The test may have made a value by itself: the key of a tenant, which it sends in each header.
  #learnFrom({ target, headers }, recorded) {
    if (!recorded) return;
    const places = sentPlaces({ target, headers });
    this.#values.learn(changedPlaces(recorded, places), places);
  }

  /** Learns the values of an answer to a request of the test. */
  answered(request) {
    const { body } = request.answer?.toJSON() ?? {};
    const places = placesOf({ headers: request.response.getHeaders?.() ?? {}, body });
    this.#shapes.answered(places);
    const recorded = this.#learn.get(this.#keys.get(request));
    if (recorded) this.#values.learn(recorded, places);
  }
}

module.exports = { Arrivals };
