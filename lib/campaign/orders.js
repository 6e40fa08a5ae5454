'use strict';
// Carries out the planner of orders (lib/orders) in a campaign: each run gets a schedule with the constraints that the
// planner has chosen from the traces of the runs before. Planned runs make many orders at once, some make one alone,
// which nothing hides, some draw several by chance, and some come from the list of strategies (portfolio.js): these
// hold anything, which may show what no trace has an event for. The first run is one of these. Where nothing can be
// planned, such as without the loop engine, all of them are (lessons.js).
const path = require('node:path');

const { BEGINNINGS, Lessons } = require('./lessons.js');
const { parseShard } = require('./plan.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { Planner } = require('../orders/planner.js');

const LONGEST_MS = 500;
const PLANNED = 'planned';
const ALONE = 'alone';
const DRAWN = 'drawn';
const LISTED = 'listed';
const FIRST = [LISTED, PLANNED];
// The kinds of the runs after the first ones, in turn. A plan that is thin is for orders that hardly matter.
const TURNS = [LISTED, ALONE, PLANNED, LISTED, ALONE, DRAWN, LISTED, ALONE];
const THIN = [LISTED, PLANNED, ALONE, PLANNED, DRAWN, PLANNED, ALONE, PLANNED];
const DONE = [LISTED, ALONE, DRAWN, ALONE];

class Orders {
  #context;
  #planner;
  #list;
  #asked = new Map(); // by a run's schedule: what the planner has asked of it
  #runs = 0;
  #listed = 0; // turns of the list that were looked at
  #shard;

  constructor(context) {
    this.#context = context;
    this.#planner = new Planner({ workers: Number(context.env?.UV_THREADPOOL_SIZE) || undefined });
    this.#list = new Lessons(context);
    this.#shard = parseShard(context.values?.shard);
  }

  get beginnings() {
    return BEGINNINGS;
  }

  /** Returns the options of run `index`, unless it is planned. Then apply() chooses them when the run begins. */
  turn(index) {
    return this.#plans ? {} : this.#list.turn(index);
  }

  /** See Lessons. */
  learn({ verdict, kind }, traces, { schedule } = {}) {
    if (kind === 'baseline' || !this.#plans) this.#list.learn({ verdict, kind }, traces);
    const { beginnings = [] } = traces;
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

  // A planned run replays a schedule, which excludes a mode and a strategy of the user's.
  get #plans() {
    const { given } = this.#context;
    return this.#planner.sees && !given.has('mode') && !given.has('strategy');
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

  // Returns how the constraints of the next run are chosen.
  #kindOfNext() {
    const run = this.#runs++;
    if (run < FIRST.length) return FIRST[run];
    const { isThin, isDone } = this.#planner;
    const turns = isDone ? DONE : isThin ? THIN : TURNS;
    return turns[(run - FIRST.length) % turns.length];
  }

  // The list's own way to learn is left out: the planner does that.
  #nextOfList() {
    const turn = this.#list.turn(this.#listed++);
    return turn.strategy === 'learned' ? this.#nextOfList() : turn;
  }

  /** See Lessons. */
  apply(options, folder) {
    if (!this.#plans) return this.#list.apply(options, folder);
    const kind = this.#kindOfNext();
    if (kind === LISTED) return { ...options, ...this.#nextOfList() };
    const { holds: delays, asked } = this.#next(options, kind);
    const schedule = path.join(folder, 'schedule.json');
    this.#asked.set(schedule, asked);
    const { command, given } = this.#context;
    const planned = { ...options, strategy: 'learned', stalls: given.has('stalls') ? options.stalls : 0 };
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options: planned, command }), delays }, { brief: true });
    return { ...planned, mode: 'replay', schedule };
  }
}

/** True if the runs of a campaign may be planned by orders. Other machines send no traces to plan from. */
const plansOrders = ({ machines }) => machines === undefined;

module.exports = { Orders, plansOrders };
