'use strict';
// Says which constraints a run can keep.
const { timesWith } = require('./extension.js');
const { Pool } = require('./pool.js');

class Feasible {
  #natural;
  #longest;
  #pool;

  /** Nothing in a run of `graph` may be later than by `longest` ms. `workers`: of the pool, see Pool. */
  constructor(graph, { longest, workers }) {
    this.#natural = timesWith(graph, new Map());
    this.#longest = longest;
    this.#pool = new Pool(graph, this.#natural, workers);
  }

  /** The time of each point without constraints. */
  get natural() {
    return this.#natural;
  }

  /** True if a run can have these times. timesWith() returns undefined for constraints that contradict each other. */
  allows(times) {
    const isInTime = (time, at) => time <= this.#natural[at] + this.#longest;
    return times !== undefined && times.every(isInTime) && this.#pool.fits(times);
  }
}

module.exports = { Feasible };
