'use strict';
// Finds the fewest and shortest delays of a failing schedule that still fail, and the race that they show. Emits
// events: rate, other, smaller, shorter, stopped.
const path = require('node:path');

const { ddmin } = require('./ddmin.js');
const { Oracle, Stopped } = require('./oracle.js');
const { findPair } = require('./pair.js');
const { shortenAll } = require('./shortest.js');
const { matchOf } = require('../analysis/tiers.js');
const { readTraces } = require('../trace/read.js');

const FIRST_TRIES = 5;
const CONFIRM = 10;
const ROUNDS = 5;

async function measure(oracle, delays) {
  const runs = await oracle.often(delays, FIRST_TRIES);
  // A rare failure gets a second round before it counts as gone.
  if (!runs.some(({ failed }) => failed)) runs.push(...(await oracle.often(delays, FIRST_TRIES)));
  const failing = runs.filter(({ failed }) => failed);
  return { rate: failing.length / runs.length, failing, of: runs.length, runs };
}

// Returns the delays whose operations occurred in a failing run. The others have no part in the failure.
function metIn(failing, schedule) {
  const missed = failing.map(({ folder }) => new Set(matchOf(schedule, readTraces(path.join(folder, 'trace'))).missed));
  return schedule.delays.filter((delay) => !missed.every((set) => set.has(delay)));
}

// Makes the delays longer. At the shortest times that fail, the noise of the machine decides in some runs.
function raised(delays) {
  return delays.map((entry) => {
    return { ...entry, delay: Math.ceil(entry.delay * 1.25) + 5, shortest: entry.shortest ?? entry.delay };
  });
}

// If a schedule fails only sometimes, its delays may be just long enough. Then longer ones may fail more often.
async function amplified(oracle, delays, first) {
  if (first.rate === 0 || first.rate === 1) return { delays, ...first };
  const longer = delays.map((entry) => ({ ...entry, delay: Math.ceil(entry.delay * 1.5) }));
  const second = await measure(oracle, longer);
  return second.rate > first.rate ? { delays: longer, ...second } : { delays, ...first };
}

async function confirm(oracle, shortest) {
  let delays = raised(shortest);
  let best;
  for (let round = 0; round < ROUNDS; round++) {
    const runs = await oracle.often(delays, CONFIRM);
    const failing = runs.filter(({ failed }) => failed);
    if (!best || failing.length > best.failing.length) best = { delays, failing, of: CONFIRM };
    if (failing.length >= Math.floor(oracle.rate * CONFIRM)) break;
    // If two delays must keep their distance, longer ones may not fail. So one round tries the shortest ones as they
    // are.
    delays = round === ROUNDS - 2 ? shortest : raised(delays);
  }
  return best;
}

class Minimizer {
  #oracle;
  #schedule;
  #emit;
  #found; // {delays, from}: the smallest set of delays so far that failed

  constructor({ scratch, schedule, tries, time, signal, emit }) {
    const deadline = time ? performance.now() + time * 1000 : undefined;
    this.#oracle = new Oracle({ scratch, schedule, tries, deadline, signal });
    this.#schedule = schedule;
    this.#emit = (event) => emit({ ...event, runs: this.#oracle.runs });
  }

  /**
   * Resolves to {outcome: 'minimized', title, delays, from, rate, pair, example}, where `from` is how many delays there
   * were and `pair` is what findPair() returned; or to {outcome: 'not-again', of} or {outcome: 'without-delays',
   * failed, of}. Rejects with Stopped if the user interrupts. That error has `found`, {delays, from, runs}, if any
   * delays failed before.
   */
  async minimize() {
    try {
      return await this.#minimize();
    } catch (error) {
      if (error instanceof Stopped && this.#found) error.found = { ...this.#found, runs: this.#oracle.runs };
      throw error;
    }
  }

  async #minimize() {
    const original = this.#schedule.delays;
    const measured = await this.#measured(original);
    this.#emit({ type: 'rate', failed: measured.failing.length, of: measured.of, delays: original.length });
    const first = await amplified(this.#oracle, original, measured);
    if (measured.rate > 0) this.#found = { delays: original, from: original.length };
    if (first.rate === 0) return { outcome: 'not-again', of: first.of };
    this.#oracle.rate = first.rate;
    const without = await this.#oracle.often([], FIRST_TRIES);
    const failedWithout = without.filter(({ failed }) => failed).length;
    if (failedWithout / FIRST_TRIES >= first.rate / 2) return { outcome: 'without-delays', failed: failedWithout, of: FIRST_TRIES };
    const found = await this.#search(metIn(first.failing, { ...this.#schedule, delays: first.delays }));
    return this.#conclude(found, { from: original.length, without });
  }

  // The schedule may now fail in another way than it did. Then that failure is minimized.
  async #measured(original) {
    const measured = await measure(this.#oracle, original);
    const title = measured.rate === 0 ? this.#oracle.adopt(measured.runs) : undefined;
    if (title === undefined) return measured;
    this.#emit({ type: 'other', title });
    return measure(this.#oracle, original);
  }

  // Searches with one try for each candidate. If the result does not fail as often as it should, searches with all
  // tries.
  async #reduce(met, onSmaller) {
    const quick = await ddmin(met, (candidate) => this.#oracle.fails(candidate, 1), onSmaller);
    if (await this.#oracle.fails(quick)) return quick;
    onSmaller(met);
    return ddmin(met, (candidate) => this.#oracle.fails(candidate), onSmaller);
  }

  // If the time is over, the smallest set so far is the result. An interruption is passed on.
  async #search(met) {
    let smallest = met;
    let edges = [];
    const smaller = (type) => (delays) => {
      smallest = delays;
      this.#found = { ...this.#found, delays };
      this.#emit({ type, delays });
    };
    try {
      smallest = await this.#reduce(met, smaller('smaller'));
      ({ delays: smallest, edges } = await shortenAll(smallest, this.#oracle, smaller('shorter')));
    } catch (error) {
      if (!(error instanceof Stopped) || error.message === 'interrupted') throw error;
      this.#emit({ type: 'stopped' });
    }
    return { delays: smallest, edges };
  }

  async #conclude({ delays: shortest, edges }, { from, without }) {
    const { delays, failing, of } = await confirm(this.#oracle, shortest);
    const others = [...without, ...(await this.#oracle.often([], CONFIRM - without.length))];
    const passing = others.filter(({ failed }) => !failed);
    const folders = (runs) => runs.map(({ folder }) => folder);
    const pair = findPair({
      delays,
      failing: folders(failing),
      passing: folders(passing),
      edges: delays.map((_, index) => ({
        below: folders(edges[index]?.below ?? []),
        above: folders(edges[index]?.above ?? []),
      })),
    });
    const rate = { failed: failing.length, of, passed: passing.length, ofOther: others.length };
    const example = { failing: failing[0]?.folder, passing: passing[0]?.folder };
    return { outcome: 'minimized', title: this.#oracle.title, delays, from, rate, pair, example };
  }
}

module.exports = { Minimizer };
