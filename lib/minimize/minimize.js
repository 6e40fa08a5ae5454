'use strict';
// Finds the fewest and shortest delays of a failing schedule that still fail, and the two operations that change
// places. Emits events: tried, rate, other, smaller, shorter, stopped.
const path = require('node:path');

const { ByConstraints } = require('./by-constraints.js');
const { FEW, confirm, measure, number } = require('./confirm.js');
const { ddmin, keepCertain } = require('./ddmin.js');
const { classOfPair } = require('./explain.js');
const { pairsOf } = require('./halves.js');
const { Oracle, Stopped } = require('./oracle.js');
const { clearness, findPair } = require('./pair.js');
const { shortenAll } = require('./shortest.js');
const { matchOf } = require('../analysis/tiers.js');
const { readTraces } = require('../trace/read.js');

const MORE = 5;
const MOST_LEFT_OUT = 6; // delays of which each is left out once, to see what it changes
const MOST_EXPLAINED = 5; // runs of each kind that say what the failure is
const NO_EDGE = { above: [], below: [] };

// Returns the delays whose operations occurred in a failing run. The others have no part in the failure.
function metIn(failing, schedule) {
  const missed = failing.map(({ folder }) => new Set(matchOf(schedule, readTraces(path.join(folder, 'trace'))).missed));
  return schedule.delays.filter((delay) => !missed.every((set) => set.has(delay)));
}

// If a schedule fails only sometimes, its delays may be just long enough. Then longer ones may fail more often.
async function amplified(oracle, delays, first) {
  if (first.rate === 0 || first.rate === 1) return { delays, ...first };
  const longer = delays.map((entry) => ({ ...entry, delay: Math.ceil(entry.delay * 1.5) }));
  const second = await measure(oracle, longer);
  return second.rate > first.rate ? { delays: longer, ...second } : { delays, ...first };
}

class Minimizer {
  #oracle;
  #schedule;
  #emit;
  #recorded;
  #found; // {delays, from}: the smallest set of delays so far that failed

  constructor({ scratch, schedule, recorded, tries, deadline, signal, emit }) {
    this.#recorded = recorded;
    this.#emit = (event) => emit({ ...event, runs: this.#oracle.runs });
    const onRun = (run) => this.#emit({ type: 'tried', ...run });
    this.#oracle = new Oracle({ scratch, schedule, tries, deadline, signal, onRun });
    this.#schedule = schedule;
  }

  /**
   * Resolves to {outcome: 'minimized', class, title, delays, from, rate, pair, others, missing, isCompared, example,
   * edge, kept}: `class` is what classOfPair() returned, `from` how many delays there were, `pair`, `others`, `missing`
   * and `isCompared` are what findPair() returned, `edge` is the folder of a run with the shortest delays that failed,
   * and `kept` is true if no smaller one fails as often; or to {outcome: 'not-again', of} or {outcome:
   * 'without-delays', failed, of}. Rejects with Stopped if the user interrupts. That error has `found`, {delays, from,
   * runs}, if any delays failed before.
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
    const emit = (event) => this.#noteConstraints(event);
    const about = { oracle: this.#oracle, schedule: this.#schedule, recorded: this.#recorded, emit };
    const search = new ByConstraints(about);
    const found = await search.minimize();
    return found ? this.#concludeConstraints(found) : this.#minimizeDelays(search.made);
  }

  #noteConstraints(event) {
    if (event.type === 'smaller') this.#found = { delays: event.delays, from: this.#schedule.delays.length };
    this.#emit(event);
  }

  #concludeConstraints(found) {
    const { delays, failing, passing } = found;
    const [pair, ...others] = pairsOf(found);
    const { title } = this.#oracle;
    const is = classOfPair({ pair, title, failing: folders(failing), passing: folders(passing) });
    const [failed, passed] = [failing.length, passing.length];
    const rate = { failed, of: failed, passed, ofOther: passed + found.doubts };
    const example = { failing: failing[0].folder, passing: passing[0].folder };
    const shown = { pair, others, missing: undefined, isCompared: true };
    return { outcome: 'minimized', class: is, title, delays, from: found.from, rate, ...shown, example, kept: false };
  }

  // Serves failures that exact times decide, and delays that only have to be long.
  async #minimizeDelays({ whole, plain }) {
    const original = this.#schedule.delays;
    const measured = await this.#measured(original, whole);
    if (measured.of > 0) this.#emit({ type: 'rate', failed: measured.failing.length, of: measured.of, delays: original.length });
    const first = await amplified(this.#oracle, original, measured);
    if (measured.rate > 0) this.#found = { delays: original, from: original.length };
    if (first.rate === 0) return { outcome: 'not-again', of: first.of };
    this.#oracle.rate = first.rate;
    // Runs with delays that are too short say as much, and there will be some.
    const few = this.#oracle.isSteady ? FEW - 1 : FEW;
    const without = [...plain, ...(await this.#oracle.often([], few - plain.length))];
    const failed = () => without.filter((run) => run.failed).length;
    // A program that fails by itself now and then still has an order behind that.
    if (failed() > 0) without.push(...(await this.#oracle.often([], MORE)));
    const of = without.length;
    if (of > 0 && failed() / of >= first.rate / 2) return { outcome: 'without-delays', failed: failed(), of };
    const met = metIn(first.failing, { ...this.#schedule, delays: first.delays });
    const confirmed = await this.#confirmed(met, first);
    return this.#conclude(confirmed, { from: original.length, without });
  }

  // A quick search may have been misled by luck. Then its result is not confirmed, and a thorough one follows.
  async #confirmed(met, whole) {
    const confirming = async (found) => {
      return { ...(await confirm(this.#oracle, { ...found, original: whole.delays }, whole)), edges: found.edges };
    };
    const quick = await this.#search(met);
    const result = await confirming(quick);
    const isMisled = result.delays.length > quick.reduced.length && this.#oracle.isSteady && !quick.stopped;
    return isMisled ? confirming(await this.#search(met, true)) : result;
  }

  // The schedule may now fail in another way than it did. Then that failure is minimized.
  async #measured(original, made) {
    const measured = await measure(this.#oracle, original, made);
    const title = measured.rate === 0 ? this.#oracle.adopt(measured.runs) : undefined;
    if (title === undefined) return measured;
    this.#emit({ type: 'other', title });
    return measure(this.#oracle, original);
  }

  // Searches with a quick look at each candidate, or `thorough`ly with all tries. Where one try says what more would,
  // the result is confirmed later anyway.
  async #reduce(met, thorough, onSmaller) {
    if (!thorough) {
      const looks = (candidate) => this.#oracle.fails(candidate, true);
      const certain = await keepCertain(met, looks, onSmaller);
      if (this.#oracle.isSteady) return certain;
      // A failing candidate that passed by luck leaves delays that are not needed.
      const quick = await ddmin(certain, looks, onSmaller);
      if (await this.#oracle.fails(quick)) return quick;
      onSmaller(met);
    }
    return ddmin(met, (candidate) => this.#oracle.fails(candidate), onSmaller);
  }

  // If the time is over, the smallest set so far is the result. An interruption is passed on.
  async #search(met, thorough = false) {
    const found = { shortest: met, reduced: met, met, edges: [] };
    const smaller = (type) => (delays) => {
      found.shortest = delays;
      if (type === 'smaller') found.reduced = delays;
      this.#found = { ...this.#found, delays };
      this.#emit({ type, delays });
    };
    try {
      found.reduced = await this.#reduce(met, thorough, smaller('smaller'));
      const { edges } = found;
      const shows = clearness();
      const isClear = (delayed, edge) => shows(delayed, { above: folders(edge.above), below: folders(edge.below) });
      await shortenAll(found.reduced, this.#oracle, { onShorter: smaller('shorter'), isClear, edges });
    } catch (error) {
      if (!(error instanceof Stopped) || error.message === 'interrupted') throw error;
      found.stopped = true;
      this.#emit({ type: 'stopped', why: error.message });
    }
    return found;
  }

  async #conclude(confirmed, { from, without }) {
    const { delays, failing, of, witnesses, kept } = confirmed;
    const edges = await this.#edgesOf(confirmed);
    // Those with delays that were too short have the other order, but not no delays.
    const tooShort = edges.flatMap(({ below }) => below).length;
    const plain = await this.#toppedUp(without, tooShort);
    let found = pairOf({ delays, failing, plain, edges });
    if (!found.pair && tooShort > 0) found = pairOf({ delays, failing, plain: await this.#toppedUp(plain), edges });
    const { pair, missing, isCompared, passing, plainly } = found;
    const further = pair ? tooShort : 0;
    const rate = {
      failed: failing.length + witnesses, of: of + witnesses,
      passed: passing.length + further, ofOther: plainly.length + further,
    };
    const example = { failing: failing[0]?.folder, passing: passing[0]?.folder };
    const edge = edges.findLast(({ above }) => above.length > 0)?.above.at(-1).folder;
    const { title } = this.#oracle;
    const shown = { pair, others: found.others, missing, isCompared };
    const runs = [failing, passing].map((some) => folders(some.slice(0, MOST_EXPLAINED)));
    const below = folders(edges.flatMap((one) => one.below)).slice(-MOST_EXPLAINED);
    const is = classOfPair({ pair, title, failing: runs[0], passing: runs[1], below });
    return { outcome: 'minimized', class: is, title, delays, from, rate, ...shown, example, edge, kept };
  }

  // The edges of the search are of the delays that it has made shorter. If it had no time for that, a run without each
  // of a few delays shows what that delay changes.
  async #edgesOf({ delays, failing, edges }) {
    const isKnown = delays.length === edges.length;
    const isToldAll = isKnown && edges.every(({ below }) => below.length > 0);
    const isOneOfFew = delays.length > 1 && delays.length <= MOST_LEFT_OUT;
    if (isToldAll || !isOneOfFew) return isKnown ? edges : delays.map(() => NO_EDGE);
    const all = [];
    for (const [index, delay] of delays.entries()) {
      const edge = isKnown ? edges[index] : NO_EDGE;
      const runs = edge.below.length > 0 ? [] : await this.#oracle.often(delays.filter((other) => other !== delay), 1);
      const passing = runs.filter(({ failed }) => !failed);
      all.push({ above: edge.above.length > 0 ? edge.above : failing.slice(0, 1), below: [...edge.below, ...passing] });
    }
    return all;
  }

  // Resolves to `runs` without delays, and as many more as there shall be, if `others` count as well.
  async #toppedUp(runs, others = 0) {
    const more = Math.max(0, number(this.#oracle) - runs.length - others);
    return [...runs, ...(await this.#oracle.often([], more))];
  }
}

function folders(runs) {
  return runs.map(({ folder }) => folder);
}

// Returns what findPair() does, and the `passing` of `plainly`, the runs without delays.
function pairOf({ delays, failing, plain: plainly, edges }) {
  const passing = plainly.filter(({ failed }) => !failed);
  const found = findPair({
    delays,
    failing: folders(failing),
    passing: folders(passing),
    edges: edges.map(({ above, below }) => ({ above: folders(above), below: folders(below) })),
  });
  return { ...found, passing, plainly };
}

module.exports = { Minimizer };
