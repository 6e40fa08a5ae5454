'use strict';
// Carries out the planner of orders (lib/orders) in a campaign: most runs get a schedule with the constraints that the
// planner has chosen from the traces of the runs before. Planned runs make many orders at once, some make one alone,
// which nothing hides, and some draw several by chance. The second run and some later ones are at random
// (strategies.js). Where nothing can be planned, all of them are.
const path = require('node:path');

const { parseShard } = require('./plan.js');
const { randomTurn } = require('./strategies.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { Planner } = require('../orders/planner.js');

const BEGINNINGS = { bytes: 2 * 1024 * 1024, processes: 16 }; // some 10,000 lines of each
const LONGEST_MS = 500;
const PLANNED = 'planned';
const ALONE = 'alone';
const DRAWN = 'drawn';
const RANDOM = 'random';
// The kinds of the runs, in turn. With nothing left to plan a planned run is one that is drawn.
const TURNS = [PLANNED, RANDOM, PLANNED, ALONE, RANDOM, ALONE, PLANNED, DRAWN, RANDOM, ALONE];

class Orders {
  #context;
  #planner;
  #asked = new Map(); // by a run's schedule: what the planner has asked of it
  #runs = 0;
  #random = 0; // of these runs
  #shard;

  constructor(context) {
    this.#context = context;
    this.#planner = new Planner({ workers: Number(context.env?.UV_THREADPOOL_SIZE) || undefined });
    this.#shard = parseShard(context.values?.shard);
  }

  /**
   * Takes in a run that has ended, by its verdict and its traces (execute.js). `schedule`: that of the options that
   * apply() has returned for it.
   */
  learn({ verdict, kind }, { beginnings = [] }, { schedule } = {}) {
    if (!this.learns) return;
    const isPlain = kind === 'baseline';
    const asked = this.#asked.get(schedule);
    this.#asked.delete(schedule);
    if (verdict === 'passed' || (isPlain && verdict === 'failed')) this.#planner.observe(beginnings, { isPlain, asked });
  }

  /** Returns how many orders there are (lib/orders/coverage.js); undefined: this campaign plans nothing. */
  get coverage() {
    return this.#plans ? this.#planner.coverage : undefined;
  }

  /** True when no order is left to try, with others or alone. A user who asks for a number of runs gets them. */
  get isDone() {
    return this.#plans && this.#planner.isAllDone && !this.#context.given.has('runs');
  }

  /** False with a mode or a strategy of the user's: a planned run replays a schedule, which excludes both. */
  get learns() {
    const { given } = this.#context;
    return !given.has('mode') && !given.has('strategy');
  }

  get #plans() {
    return this.learns && this.#planner.sees;
  }

  // The parts of a campaign plan alike, so each of them leaves the others' runs out.
  #next(options, kind) {
    const { index, of } = this.#shard;
    const longest = options.maxDelay ?? LONGEST_MS;
    if (kind === DRAWN) return this.#planner.draw(longest, options.seed);
    const plans = Array.from({ length: of }, () => (
      kind === ALONE ? this.#planner.alone(longest, options.seed) : this.#planner.next(longest, options.seed)));
    return plans[index];
  }

  #atRandom() {
    const { index, of } = this.#shard;
    return randomTurn(of * this.#random++ + index, this.#context);
  }

  #kindOfNext() {
    return this.#plans ? TURNS[this.#runs++ % TURNS.length] : RANDOM;
  }

  /**
   * Returns the options for the next run, to which the plan gave `options`. A planned one gets a schedule, which is
   * written into the run's `folder`. After the run the actual schedule replaces it.
   */
  apply(options, folder) {
    const kind = this.#kindOfNext();
    if (kind === RANDOM) return { ...options, ...this.#atRandom() };
    const { holds: delays, asked } = this.#next(options, kind);
    const schedule = path.join(folder, 'schedule.json');
    this.#asked.set(schedule, asked);
    const { command, given } = this.#context;
    const planned = { ...options, strategy: 'planned', stalls: given.has('stalls') ? options.stalls : 0 };
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options: planned, command }), delays }, { brief: true });
    return { ...planned, mode: 'replay', schedule };
  }
}

module.exports = { BEGINNINGS, Orders };
