'use strict';
// Carries out the planner of orders (lib/orders) in a campaign: each run gets a schedule with the constraints that the
// planner has chosen from the traces of the runs before. If those are worth little, every other run is one by chance,
// which may show what no trace has an event for.
const path = require('node:path');

const { byChance } = require('./chance.js');
const { parseShard } = require('./plan.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { Planner } = require('../orders/planner.js');

const BEGINNINGS = { bytes: 2 * 1024 * 1024, processes: 16 }; // some 10,000 lines of each
const LONGEST_MS = 500;

class Orders {
  #context;
  #planner = new Planner();
  #asked = new Map(); // by a run's schedule: what the planner has asked of it
  #byChance = 0; // runs
  #wasByChance = false;
  #shard;

  constructor(context) {
    this.#context = context;
    this.#shard = parseShard(context.values?.shard);
  }

  get beginnings() {
    return BEGINNINGS;
  }

  /** Returns the options of run `index`. apply() chooses them when the run begins. */
  turn() {
    return {};
  }

  /** See Lessons. */
  learn({ verdict, kind }, { beginnings = [] }, { schedule } = {}) {
    const isPlain = kind === 'baseline';
    const asked = this.#asked.get(schedule);
    this.#asked.delete(schedule);
    if (verdict === 'passed' || (isPlain && verdict === 'failed')) this.#planner.observe(beginnings, { isPlain, asked });
  }

  /** Returns how many orders there are (lib/orders/coverage.js); undefined: this campaign plans nothing. */
  get coverage() {
    return this.#plans ? this.#planner.coverage : undefined;
  }

  /** True when no order is left to try. A user who asks for a number of runs gets them. */
  get isDone() {
    return this.#plans && this.#planner.isDone && !this.#context.given.has('runs');
  }

  // A planned run replays a schedule, which excludes a mode and a strategy of the user's.
  get #plans() {
    const { given } = this.#context;
    return this.#planner.sees && !given.has('mode') && !given.has('strategy');
  }

  // The parts of a campaign plan alike, so each of them leaves the others' runs out.
  #next(options) {
    const { index, of } = this.#shard;
    const plans = Array.from({ length: of }, () => (
      this.#planner.next(options.maxDelay ?? LONGEST_MS, options.seed)));
    return plans[index];
  }

  /** See Lessons. */
  apply(options, folder) {
    this.#wasByChance = !this.#plans || (this.#planner.isThin && !this.#wasByChance);
    if (this.#wasByChance) return { ...options, ...byChance(this.#context, this.#byChance++) };
    const { holds: delays, asked } = this.#next(options);
    const schedule = path.join(folder, 'schedule.json');
    this.#asked.set(schedule, asked);
    const { command } = this.#context;
    const planned = { ...options, strategy: 'learned', stalls: 0 };
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options: planned, command }), delays }, { brief: true });
    return { ...planned, mode: 'replay', schedule };
  }
}

/** True if the runs of a campaign shall be planned by orders. */
const plansOrders = ({ env, values }) => env?.NACD_PLANNER === 'orders' || values?.cover !== undefined;

module.exports = { Orders, plansOrders };
