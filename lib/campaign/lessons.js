'use strict';
// What the strategy `learned` does in a campaign: each run that passed is looked at, and the next run of the strategy
// gets a schedule with one delay, for an operation that nothing has overtaken yet.
const path = require('node:path');

const { Memory } = require('../analysis/memory.js');
const { readBeginnings } = require('../trace/read.js');
const { scheduleOf, writeSchedule } = require('../files/schedule.js');
const { turnOf, PORTFOLIO } = require('./portfolio.js');

const MOST_BYTES = 2 * 1024 * 1024; // of each trace, some 10,000 lines
const MOST_PROCESSES = 16;

class Lessons {
  #context;
  #memory = new Memory();
  #wanted;

  constructor(context) {
    this.#context = context;
    // Reading traces takes its time: only for who makes use of it.
    this.#wanted = PORTFOLIO.some((_, index) => turnOf(context, index).strategy === 'learned');
  }

  /** Takes in a run that has ended, by its folder and its result. */
  learn(folder, { verdict }) {
    if (!this.#wanted || verdict !== 'passed') return;
    this.#memory.observe(readBeginnings(path.join(folder, 'trace'), MOST_BYTES).slice(0, MOST_PROCESSES));
  }

  /** The options with which a run that the plan gave `options` is made; may write a schedule into its `folder`. */
  apply(options, folder) {
    if (options.strategy !== 'learned' || this.#context.given.has('mode')) return options;
    const target = this.#memory.next();
    if (!target) return { ...options, strategy: 'reverse' };
    const { command } = this.#context;
    const schedule = path.join(folder, 'schedule.json'); // after the run, the one that it had in fact
    const delays = [{ ...target, delay: options.maxDelay }];
    writeSchedule(schedule, { ...scheduleOf({ traces: [], options, command }), delays });
    return { ...options, mode: 'replay', schedule };
  }
}

module.exports = { Lessons };
