'use strict';
// Minimizes a failure as a set of constraints. What the failing run has held is turned into constraints
// (constraints.js), which are dropped as long as it still fails. For each one left, halving finds the first event that
// has to come before the held operation: with the event before that one it passes. So both halves are known. The hold
// itself lasts as long as in the failing run: behind that event alone chance may decide what comes of both.
const { addHints, changedIn, delayOf, heldIn, otherOrder, passedBetween, stallsIn } = require('./constraints.js');
const { keepCertain } = require('./ddmin.js');
const { comesFirst, orderOfRun } = require('./moments.js');
const { Stopped } = require('./oracle.js');

const PROOF = 5; // runs that fail with the constraints, and runs that pass with the other order
const LEAST = 2; // of each where the time is over
const MOST_TRIES = 10; // for each
const MOST_DOUBTS = 1;
const MOST_BETWEEN = 3;
const MOST_CHANGED = 48;
const [THIS, OTHER] = ['this', 'other'];
const LONGEST_MS = 500; // a hold of an operation that was late for another reason

class ByConstraints {
  #oracle;
  #schedule;
  #recorded;
  #emit;
  #best; // the smallest set of items that has failed
  #failing = []; // runs with it
  #passing = []; // all others
  made = { whole: [], plain: [] }; // runs with all delays and without any
  #doubts = 0; // runs with the other order, as far as is known, that failed

  /** `recorded`: {failing, passing}, folders of runs that were made before; undefined: there are none. */
  constructor({ oracle, schedule, recorded, emit }) {
    this.#oracle = oracle;
    this.#schedule = schedule;
    this.#recorded = recorded;
    this.#emit = emit;
  }

  /**
   * Resolves to {items, delays, from, failing, passing, doubts}: what is left, each item with `events` up to the one
   * that matters and with `all` that it waits for, and the same as delays of a schedule; and runs with these, and with
   * the other order, of which as many as `doubts` failed nevertheless. Resolves to undefined where the failure does not
   * come back with constraints, not each time, or without them as well.
   */
  async minimize() {
    const all = await unlessStopped(() => this.#firstItems());
    if (!all) return undefined;
    await unlessStopped(() => this.#search(all), (why) => this.#emit({ type: 'stopped', why }));
    const items = this.#best;
    const isProved = await this.#confirmed(items) && await this.#otherwise(items);
    if (!isProved) return undefined;
    const runs = { failing: this.#failing, passing: this.#passing, doubts: this.#doubts };
    return { items, delays: delaysOf(items), from: all.length, ...runs };
  }

  // Recorded runs save two.
  async #firstItems() {
    const { failing, passing } = this.#recorded ?? {};
    if (failing) return this.#itemsOf(failing, passing);
    const first = await this.#oracle.once(this.#schedule.delays);
    this.made.whole.push(first);
    if (!first.failed) return undefined;
    const plain = await this.#oracle.once([]);
    this.made.plain.push(plain);
    if (plain.failed) return undefined;
    this.#passing.push(plain);
    return this.#itemsOf(first.folder, plain.folder);
  }

  // Resolves to the items of the first kind with which it fails.
  async #itemsOf(failing, passing) {
    const [bad, good] = [failing, passing].map(orderOfRun);
    addHints(bad, [good]);
    const held = heldIn(bad, [good]);
    const longest = Math.max(LONGEST_MS, ...held.map(({ delay }) => delay));
    const changed = changedIn(bad, [good], longest);
    const isStall = stallsIn(bad);
    const stalls = this.#schedule.delays.filter(isStall).map((delay) => ({ delay }));
    const whole = stalls.length > 0 ? [...stalls, ...held] : [];
    // The last operation that has to be late is the nearest to the failure, but there may be many.
    const kinds = changed.length <= MOST_CHANGED ? [changed, held, whole] : [held, changed, whole];
    for (const items of kinds) if (items.length > 0 && await this.#fails(items)) return items;
    return undefined;
  }

  async #search(all) {
    let least = this.#schedule.delays.length;
    const onSmaller = (some) => {
      if (some.length >= least) return;
      least = some.length;
      this.#emit({ type: 'smaller', delays: delaysOf(some) });
    };
    onSmaller(all);
    await keepCertain(all, (some) => this.#fails(some), onSmaller);
    for (const at of this.#best.keys()) {
      const { events: all } = this.#best[at];
      await this.#narrow(at);
      if (all && !(await this.#sharpen(at))) this.#best = this.#best.with(at, { ...this.#best[at], all });
    }
  }

  // An event that follows at once from this one may have come before the held operation, too, and be the one that
  // matters. Then it passes if just that is turned round.
  async #sharpen(at) {
    const items = this.#best;
    if (!items[at].held) return;
    for (const event of passedBetween(orderOfRun(this.#failing[0].folder), items[at], MOST_BETWEEN)) {
      const further = { ...items[at], events: [...items[at].events, event] };
      const run = await this.#oracle.once([...delaysOf(items), ...otherOrder(further)]);
      if (run.failed) continue;
      this.#passing.push(run);
      if (await this.#fails(items.with(at, further))) return true;
    }
    return false;
  }

  async #fails(items) {
    const run = await this.#oracle.once(delaysOf(items));
    if (!run.failed) this.#passing.push(run);
    else [this.#best, this.#failing] = [items, [run]];
    return run.failed;
  }

  // Finds the last event of an item that has to come before: the least that fails. A run that has it and passes says
  // that it is a later one.
  async #narrow(at) {
    const { events = [] } = this.#best[at];
    const upTo = (count) => this.#best.with(at, { ...this.#best[at], events: events.slice(0, count) });
    let [low, high] = [0, events.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await this.#fails(upTo(middle))) high = middle;
      else low = middle;
    }
    if (events.length > 0) this.#best = upTo(this.#pastDenied(high, events.length, upTo));
  }

  // Returns the first number from `least` on, or `most`, for which no passing run shows the order of upTo(number).
  #pastDenied(least, most, upTo) {
    let number = least;
    for (const run of this.#passing) {
      const order = orderOfRun(run.folder);
      while (number < most && orderIn(order, upTo(number)) === THIS) number++;
    }
    // A run that was looked at may show a later one of these.
    return number === least ? number : this.#pastDenied(number, most, upTo);
  }

  // Makes runs with the constraints until five have failed in this order. What a run says depends on the order that its
  // trace shows: on a busy machine a program may take another one, and without constraints this one.
  async #confirmed(items) {
    return this.#judged(items, () => delaysOf(items), this.#failing);
  }

  // Makes runs with the other order. Those of the search that had it count as well.
  async #otherwise(items) {
    this.#passing = this.#passing.filter((run) => orderIn(orderOfRun(run.folder), items) === OTHER);
    const turnedRound = (count) => {
      const item = items[count % items.length];
      return [...delaysOf(items.filter((one) => one !== item)), ...(item.held ? otherOrder(item) : [])];
    };
    return this.#judged(items, turnedRound, this.#passing);
  }

  // Makes runs until `enough` has five. Resolves to false if a run contradicts that the order decides. If a run does
  // not show its order, as with a stall, one may: a program may fail by itself now and then.
  async #judged(items, delaysFor, enough) {
    let doubts = 0;
    for (let count = 0; enough.length < PROOF && count < MOST_TRIES && !this.#oracle.isOver; count++) {
      const run = await this.#oracle.once(delaysFor(count), { confirming: true });
      const order = orderIn(orderOfRun(run.folder), items);
      const wanted = order ?? (enough === this.#failing ? THIS : OTHER);
      if (run.failed === (wanted === THIS)) (run.failed ? this.#failing : this.#passing).push(run);
      else if (order !== undefined || ++doubts > MOST_DOUBTS) return false;
    }
    if (enough === this.#passing) this.#doubts = doubts;
    return enough.length >= LEAST;
  }
}

// Resolves to what `search` does; undefined if its time or its runs are over. An interruption is passed on.
async function unlessStopped(search, onStopped = () => {}) {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof Stopped) || error.message === 'interrupted') throw error;
    return void onStopped(error.message);
  }
}

// Returns which order of the items' operations a run with this `order` shows; undefined: it lacks some of them, or it
// cannot be told.
function orderIn(order, items) {
  const pairs = items.filter(({ held }) => held).map(({ held, events }) => [held, events.at(-1)]);
  if (pairs.some(([held, event]) => comesFirst(order, held, event))) return OTHER;
  return pairs.length > 0 && pairs.every(([held, event]) => comesFirst(order, event, held)) ? THIS : undefined;
}

function delaysOf(items) {
  return items.map((item) => (item.held ? delayOf(item) : item.delay));
}

module.exports = { ByConstraints };
