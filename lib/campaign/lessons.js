'use strict';
// Carries out the strategy `learned` in a campaign. It learns from the traces of each run that passed. The next run of
// the strategy gets a schedule with a delay for an operation that no other operation has overtaken yet, and for another
// one of its chain.
const path = require('node:path');

const { hasLateLooks } = require('../analysis/looks.js');
const { Memory } = require('../analysis/memory.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { turnOf, PORTFOLIO } = require('./portfolio.js');

const BEGINNINGS = { bytes: 2 * 1024 * 1024, processes: 16 }; // some 10,000 lines of each

class Lessons {
  #context;
  #memory = new Memory();
  #wanted;
  #hasOthers = false;
  #hasLateLooks; // undefined until a run without delays was read

  constructor(context) {
    this.#context = context;
    // Reading traces takes time: only campaigns with this strategy do it.
    this.#wanted = PORTFOLIO.some((_, index) => turnOf(context, index).strategy === 'learned');
  }

  /** Returns the option `beginnings` of execute() that learn() needs; undefined if this campaign does not learn. */
  get beginnings() {
    return this.#wanted ? BEGINNINGS : undefined;
  }

  /**
   * Takes in a run that has ended, by its verdict and its traces (execute.js): passed, or failed without delays. Of a
   * run of another machine `traces` has the `units`.
   */
  learn({ verdict, kind }, { beginnings, units }) {
    if (!this.#wanted) return;
    if (kind === 'baseline') this.#see(beginnings);
    if (verdict === 'passed' && units) this.#memory.observeUnits(units);
    else if (verdict === 'passed') this.#memory.observe(beginnings);
    else if (kind === 'baseline' && verdict === 'failed') this.#memory.suspect(beginnings);
  }

  #see(beginnings) {
    this.#hasOthers ||= beginnings.length > 1;
    this.#hasLateLooks ||= beginnings.length === 0 || hasLateLooks(beginnings);
  }

  /** Returns the options of run `index` (from 0) that the user did not give. */
  turn(index) {
    return turnOf(this.#context, index, { hasOthers: this.#hasOthers, hasLateLooks: this.#hasLateLooks });
  }

  #targets(several, longest) {
    const together = several ? this.#memory.several(longest) : [];
    return together.length > 0 ? together : this.#memory.next();
  }

  /**
   * Returns the options for a run to which the plan gave `options`. For the strategy `learned` it writes a schedule
   * into the run's `folder`.
   */
  apply(options, folder) {
    const { command, given } = this.#context;
    if (given.has('mode') || options.strategy !== 'learned') return options;
    const { several, ...turn } = options;
    const targets = this.#targets(several, options.maxDelay);
    // Only the thread's stalls change the order where nothing is left to hold.
    const stalls = targets.length > 0 || given.has('stalls') ? options.stalls : 1;
    const rest = { ...turn, strategy: 'learned', stalls };
    // Together they take no longer than one: what the program waits for comes in time.
    const each = options.maxDelay / targets.length;
    const delays = targets.map(({ name, phase, delay = each }) => ({ name, phase, delay }));
    const schedule = path.join(folder, 'schedule.json'); // after the run, its actual schedule replaces this one
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options: rest, command }), delays }, { brief: true });
    return { ...rest, mode: 'replay', schedule };
  }
}

module.exports = { BEGINNINGS, Lessons };
