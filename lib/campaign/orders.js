'use strict';
// Carries out the planner of orders (lib/orders) in a campaign: each run gets a schedule with the constraints that the
// planner has chosen from the traces of the runs before.
const path = require('node:path');

const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { Planner } = require('../orders/planner.js');

const BEGINNINGS = { bytes: 2 * 1024 * 1024, processes: 16 }; // some 10,000 lines of each
const LONGEST_MS = 500;

class Orders {
  #context;
  #planner = new Planner();
  #asked = new Map(); // by a run's schedule: what the planner has asked of it

  constructor(context) {
    this.#context = context;
  }

  get beginnings() {
    return BEGINNINGS;
  }

  /** Returns the options of run `index`. */
  turn() {
    return { strategy: 'learned', stalls: 0 };
  }

  /** See Lessons. */
  learn({ verdict, kind }, { beginnings }, { schedule } = {}) {
    const isPlain = kind === 'baseline';
    const asked = this.#asked.get(schedule);
    this.#asked.delete(schedule);
    if (verdict === 'passed' || (isPlain && verdict === 'failed')) this.#planner.observe(beginnings, { isPlain, asked });
  }

  /** Returns how many orders there are (lib/orders/planner.js). */
  get coverage() {
    return this.#planner.coverage;
  }

  /** True when no order is left to try. A user who asks for a number of runs gets them. */
  get isDone() {
    return this.#planner.isDone && !this.#context.given.has('runs');
  }

  /** See Lessons. */
  apply(options, folder) {
    const { holds: delays, asked } = this.#planner.next(options.maxDelay ?? LONGEST_MS, options.seed);
    const schedule = path.join(folder, 'schedule.json');
    this.#asked.set(schedule, asked);
    const { command } = this.#context;
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options, command }), delays }, { brief: true });
    return { ...options, mode: 'replay', schedule };
  }
}

module.exports = { Orders };
