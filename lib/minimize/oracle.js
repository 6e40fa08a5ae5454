'use strict';
// Decides whether a set of delays still causes the failure. A program keeps some nondeterminism of its own, so each set
// is tried several times. The tries end as soon as they decide.
const { countOf } = require('../analysis/counts.js');
const { hasFailed, isAlike } = require('../analysis/groups.js');
const { keyOf } = require('../names/key.js');

const SLOW_MS = 3000;
const MOST_RUNS = 60; // of all: the search, and what confirms its result
const CONFIRMING = 20; // of these
const CONFIRMING_FEW = 12; // where few runs confirm a result
const MISSED = 0.1; // share of failing schedules that a quick look may miss

/** Thrown when the time is over (message 'time'), after many runs ('runs'), or by the user ('interrupted'). */
class Stopped extends Error {}

class Oracle {
  #scratch;
  #schedule;
  #tries;
  #begin = performance.now();
  #deadline;
  #signal;
  #known = new Map();
  #onRun;
  #ms = 0; // of all runs
  #seen = new Map(); // by the delayed operations: {times, failed} of each run, `times` in the order of the schedule
  title; // of the failure to look for; undefined: any failure
  rate = 1; // share of runs in which the whole schedule fails

  constructor({ scratch, schedule, tries, deadline = Infinity, signal, onRun = () => {} }) {
    this.#scratch = scratch;
    this.#schedule = schedule;
    this.title = schedule.failure?.title;
    this.#tries = tries;
    this.#deadline = deadline;
    this.#signal = signal;
    this.#onRun = onRun;
  }

  get runs() {
    return this.#scratch.count;
  }

  /** True if runs take so long that only few can be made. */
  get isSlow() {
    return this.runs > 0 && this.#ms / this.runs > SLOW_MS;
  }

  /** True if a few runs have to confirm a result. */
  get confirmsByFew() {
    return this.isSlow || this.isSteady;
  }

  /** True if no further run may start, not even one that confirms a result. */
  get isOver() {
    return this.runs > 0 && (performance.now() > this.#deadline || this.runs >= MOST_RUNS);
  }

  // Time and runs are left for those that confirm the result; of a short time at most a half.
  #whyNoSearch() {
    const left = this.confirmsByFew ? CONFIRMING_FEW : CONFIRMING;
    if (this.runs >= MOST_RUNS - left) return 'runs';
    const kept = Math.min((left * this.#ms) / Math.max(this.runs, 1), (this.#deadline - this.#begin) / 2);
    return performance.now() > this.#deadline - kept ? 'time' : undefined;
  }

  // True if the run failed in the same way. Another failure would lead to another race.
  isTheFailure(run) {
    return hasFailed(run) && (this.title === undefined || run.titles.some((title) => isAlike(title, this.title)));
  }

  /** Looks from now on for the most frequent failure of `runs`. Returns its title; undefined if all of them passed. */
  adopt(runs) {
    const [most] = [...countOf(runs.flatMap(({ titles }) => titles))].sort((a, b) => b[1] - a[1]);
    if (most) this.title = most[0];
    return most?.[0];
  }

  /**
   * Resolves to {failed, folder, titles} of one run with `delays`. Rejects with Stopped where the time or the runs of
   * the search are over, unless it is `confirming`, and if the user interrupts.
   */
  async once(delays, { confirming = false } = {}) {
    const why = confirming ? undefined : this.#whyNoSearch();
    if (why) throw new Stopped(why);
    const run = await this.#scratch.replay({ ...this.#schedule, delays });
    if (run.verdict === 'interrupted' || this.#signal?.aborted) throw new Stopped('interrupted');
    this.#ms += run.ms ?? 0;
    const failed = this.isTheFailure(run);
    this.#onRun({ failed, ms: run.ms, delays });
    this.#remember(delays, failed);
    return { failed, folder: run.folder, titles: run.titles };
  }

  #remember(delays, failed) {
    const key = JSON.stringify(delays.map(keyOf));
    const times = delays.map(({ delay }) => delay);
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), { times, failed }]);
  }

  /**
   * Returns {failed, passed} of the runs so far in which the operations of `delays` and no others were delayed: how
   * many failed although none of them was longer, and how many passed although none was shorter.
   */
  seen(delays) {
    const runs = this.#seen.get(JSON.stringify(delays.map(keyOf))) ?? [];
    const every = ({ times }, holds) => times.every((time, at) => holds(time, delays[at].delay));
    const failed = runs.filter((run) => run.failed && every(run, (time, most) => time <= most)).length;
    const passed = runs.filter((run) => !run.failed && every(run, (time, least) => time >= least)).length;
    return { failed, passed };
  }

  /** Resolves to `count` runs with `delays`, to measure or to confirm; to fewer if all time or runs are over. */
  async often(delays, count) {
    const runs = [];
    while (runs.length < count && !this.isOver) runs.push(await this.once(delays, { confirming: true }));
    return runs;
  }

  /** True if one run says what more would: on the virtual clock the load of the machine does not matter. */
  get isSteady() {
    return this.rate === 1 && this.#schedule.options?.clock === 'virtual';
  }

  // A schedule that fails as often as the whole one fails at least once in so many runs, nine times of ten.
  #quickTries() {
    if (this.isSteady) return 1;
    const enough = this.rate === 1 ? 2 : Math.ceil(Math.log(MISSED) / Math.log(1 - this.rate));
    return Math.min(enough, this.#tries);
  }

  /**
   * Resolves to {fails, runs}: true if `delays` fail about as often as the whole schedule. A `quick` look ends with the
   * first run that fails: that a failure comes is certain then, and what confirms the result says how often.
   */
  async judge(delays, quick = false) {
    const tries = quick ? this.#quickTries() : this.#tries;
    const needed = quick ? 1 : Math.max(1, Math.round(this.rate * tries));
    const runs = [];
    let failures = 0;
    while (failures < needed && failures + tries - runs.length >= needed) {
      const run = await this.once(delays);
      runs.push(run);
      if (run.failed) failures++;
    }
    return { fails: failures >= needed, runs };
  }

  /** Resolves to `fails` of judge(), remembers it, and drops the folders of its runs. */
  async fails(delays, quick = false) {
    const key = JSON.stringify([quick, delays]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { fails, runs } = await this.judge(delays, quick);
    for (const run of runs) this.#scratch.drop(run);
    this.#known.set(key, fails);
    return fails;
  }
}

module.exports = { Oracle, Stopped };
