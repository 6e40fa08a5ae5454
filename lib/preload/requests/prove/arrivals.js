'use strict';
// Counts the requests of the test by their shape, and recognises the one that a plan names.
const { madeNames, placesOf, shapeOf } = require('../../../trace/places.js');

const keyOf = ({ shape, ordinal }) => `${ordinal} ${shape}`;

class Arrivals {
  #plan;
  #values;
  #counts = new Map();
  #keys = new WeakMap(); // request -> key
  #learn; // key -> recorded places
  #made = new Set(); // madeNames() of the answers so far

  constructor(plan, values) {
    this.#plan = plan;
    this.#values = values;
    this.#learn = new Map((plan.learn ?? []).map((entry) => [keyOf(entry), new Map(entry.places)]));
  }

  /** Counts a request of the test. Returns true if it is the one that the plan names. */
  take(request) {
    const shape = shapeOf(request.method, request.target, this.#made);
    const ordinal = (this.#counts.get(shape) ?? 0) + 1;
    this.#counts.set(shape, ordinal);
    const key = keyOf({ shape, ordinal });
    this.#keys.set(request, key);
    return key === keyOf(this.#plan.arrival);
  }

  /** Learns the values of an answer to a request of the test. */
  answered(request) {
    const { body } = request.answer?.toJSON() ?? {};
    const places = placesOf({ headers: request.response.getHeaders?.() ?? {}, body });
    for (const name of madeNames(places)) this.#made.add(name);
    const recorded = this.#learn.get(this.#keys.get(request));
    if (recorded) this.#values.learn(recorded, places);
  }
}

module.exports = { Arrivals };
