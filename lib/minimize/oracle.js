'use strict';
// Decides whether a set of delays still causes the failure. A program keeps some nondeterminism of its own, so each set
// is tried several times. The tries end as soon as they decide.
const { hasFailed } = require('../analysis/groups.js');

const SLOW_MS = 3000;
const MOST_SLOW_RUNS = 40; // of the search; some twenty confirm its result

/** Thrown when the time is over (message 'time'), after many slow runs ('runs'), or by the user ('interrupted'). */
class Stopped extends Error {}

class Oracle {
  #scratch;
  #schedule;
  #tries;
  #deadline;
  #signal;
  #known = new Map();
  #onRun;
  #ms = 0; // of all runs
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

  // True if the run failed in the same way. Another failure would lead to another race.
  isTheFailure(run) {
    return hasFailed(run) && (this.title === undefined || run.titles.includes(this.title));
  }

  /** Looks from now on for the most frequent failure of `runs`. Returns its title; undefined if all of them passed. */
  adopt(runs) {
    const counts = new Map();
    for (const { titles } of runs) for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most) this.title = most[0];
    return most?.[0];
  }

  /**
   * Resolves to {failed, folder, titles} of one run with `delays`. Rejects with Stopped after the deadline, unless
   * `late`, and if the user interrupts.
   */
  async once(delays, { late = false } = {}) {
    if (!late && performance.now() > this.#deadline) throw new Stopped('time');
    if (!late && this.isSlow && this.runs >= MOST_SLOW_RUNS) throw new Stopped('runs');
    const run = await this.#scratch.replay({ ...this.#schedule, delays });
    if (run.verdict === 'interrupted' || this.#signal?.aborted) throw new Stopped('interrupted');
    this.#ms += run.ms ?? 0;
    const failed = this.isTheFailure(run);
    this.#onRun({ failed, ms: run.ms, delays });
    return { failed, folder: run.folder, titles: run.titles };
  }

  /** Resolves to `count` runs with `delays`. Ignores the deadline, because a result must be confirmed. */
  async often(delays, count) {
    const runs = [];
    for (let index = 0; index < count; index++) runs.push(await this.once(delays, { late: true }));
    return runs;
  }

  /** True if one run says what more would: on the virtual clock the load of the machine does not matter. */
  get isSteady() {
    return this.rate === 1 && this.#schedule.options?.clock === 'virtual';
  }

  // If the whole schedule failed each time, few tries are enough during the search.
  #triesOf(few) {
    return this.isSteady && few !== undefined ? Math.min(few, this.#tries) : this.#tries;
  }

  /** Resolves to {fails, runs}: true if `delays` fail about as often as the whole schedule. `few` limits the tries. */
  async judge(delays, few) {
    const tries = this.#triesOf(few);
    const needed = Math.max(1, Math.round(this.rate * tries));
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
  async fails(delays, few) {
    const key = JSON.stringify([this.#triesOf(few), delays]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { fails, runs } = await this.judge(delays, few);
    for (const run of runs) this.#scratch.drop(run);
    this.#known.set(key, fails);
    return fails;
  }
}

module.exports = { Oracle, Stopped };
