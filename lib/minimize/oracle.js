'use strict';
// Says whether a set of delays still gives the failure. Programs keep some nondeterminism of their own, so each set is
// tried several times, and as often as not as needed: the first pass too many settles it.
const { hasFailed } = require('../analysis/groups.js');

/** Thrown when the time is over or the user interrupts: what was found so far counts. */
class Stopped extends Error {}

class Oracle {
  #scratch;
  #schedule;
  #tries;
  #deadline;
  #signal;
  #known = new Map();
  title; // of the failure that is looked for; undefined: any
  rate = 1; // share of runs in which the whole schedule fails

  constructor({ scratch, schedule, tries, deadline = Infinity, signal }) {
    this.#scratch = scratch;
    this.#schedule = schedule;
    this.title = schedule.failure?.title;
    this.#tries = tries;
    this.#deadline = deadline;
    this.#signal = signal;
  }

  get runs() {
    return this.#scratch.count;
  }

  // The same failure, not just any: another one would lead to another race.
  isTheFailure(run) {
    return hasFailed(run) && (this.title === undefined || run.titles.includes(this.title));
  }

  /** Takes what most of `runs` failed with for the failure. Returns its title, or undefined where all have passed. */
  adopt(runs) {
    const counts = new Map();
    for (const { titles } of runs) for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most) this.title = most[0];
    return most?.[0];
  }

  /** One run with `delays`: {failed, folder}. */
  async once(delays, { late = false } = {}) {
    if (!late && performance.now() > this.#deadline) throw new Stopped('time');
    const run = await this.#scratch.replay({ ...this.#schedule, delays });
    if (run.verdict === 'interrupted' || this.#signal?.aborted) throw new Stopped('interrupted');
    return { failed: this.isTheFailure(run), folder: run.folder, titles: run.titles };
  }

  /** `count` runs with `delays`; also after the deadline, for a result must be confirmed. */
  async often(delays, count) {
    const runs = [];
    for (let index = 0; index < count; index++) runs.push(await this.once(delays, { late: true }));
    return runs;
  }

  // On the virtual clock a schedule that failed each time does so because of its delays, whatever else the machine has
  // to do: few looks are enough on the way.
  #triesOf(few) {
    const isSteady = this.rate === 1 && this.#schedule.options?.clock === 'virtual';
    return isSteady && few !== undefined ? Math.min(few, this.#tries) : this.#tries;
  }

  /** Whether `delays` fail about as often as the whole schedule does: {fails, runs}. `few`: tries at most. */
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
