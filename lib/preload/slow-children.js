'use strict';
// Slow children: delays in them take real time. While a child runs its parent's time is real, so a child that skips its
// own delays is never late for it. With slowChildren 1 all children of the program are slow.
//
// Children that run one after the other would add up, so all of them together have a bound (slowChildrenTime). Each may
// take half of what is left; at its end it gives back what is beyond the time that it has lived. What it may take is
// the bound for its own children, too. All threads of a process share it.

const { realTime, spendOnChildren } = require('./binding.js');
const { OPTIONS, SLOW_CHILDREN_MS } = require('../options/program.js');

const MOST_MS = SLOW_CHILDREN_MS / 2; // of one child: two delays of the usual length, and some
const LEAST_MS = 50; // with less a child overtakes nothing and is overtaken by nothing
const DELAYS = MOST_MS / 500;
const SPENT_MS = 1;

const usual = (key) => OPTIONS.find((option) => option.key === key).default;
const optionOf = (key, name, given, inherited) => Number(given[name] ?? inherited[name] ?? usual(key));

// Returns the variables that bound the delays of a child by `ms`. Longer ones would use it up at once.
function bounded(ms, given, inherited) {
  const longest = Math.max(1, Math.floor(ms / DELAYS));
  const [least, most] = [optionOf('minDelay', 'NACD_MIN_DELAY', given, inherited), optionOf('maxDelay', 'NACD_MAX_DELAY', given, inherited)];
  const delays = { NACD_MIN_DELAY: String(Math.min(least, longest)), NACD_MAX_DELAY: String(longest) };
  const budget = given.NACD_UNSUPPORTED_HELD_BUDGET ?? inherited.NACD_UNSUPPORTED_HELD_BUDGET;
  return {
    NACD_CLOCK: 'real',
    NACD_UNSUPPORTED_HELD_BUDGET: budget && Number(budget) < ms ? budget : String(ms),
    NACD_UNSUPPORTED_SLOW_CHILDREN: '1',
    NACD_UNSUPPORTED_SLOW_CHILDREN_TIME: String(ms),
    ...(longest < most && delays),
  };
}

class SlowChildren {
  #options;
  #now;
  #spend;
  #most;
  #running = []; // {child, a WeakRef, began, ms}

  /**
   * `options`: those of this process (lib/options/program.js), with `inherited` and `callsMachinery`. `spend(ms)` adds
   * to the time that all children take, and returns the sum.
   */
  constructor(options, { now = realTime, spend = spendOnChildren } = {}) {
    this.#options = options;
    this.#now = now;
    this.#spend = spend;
    this.#most = options.slowChildrenTime ?? SLOW_CHILDREN_MS;
  }

  /** Returns {ms, variables} of the next child, whose variables are `given`; ms is what it may take of the bound. */
  next(given) {
    const { slowChildren = 0, inherited = {}, callsMachinery } = this.#options;
    const { NACD_CLOCK: clock, NACD_UNSUPPORTED_HELD_BUDGET: budget = inherited.NACD_UNSUPPORTED_HELD_BUDGET } = given;
    // Of a slow child's children the clock is real, too, but without a budget it is the user's choice.
    const isAsked = clock === 'real' && budget === undefined;
    if (slowChildren === 0 || isAsked || callsMachinery?.()) return { ms: 0, variables: {} };
    const ms = this.#allowed();
    this.#spend(ms);
    if (ms > 0) return { ms, variables: bounded(ms, given, inherited) };
    return { ms, variables: clock === 'real' ? bounded(SPENT_MS, given, inherited) : { NACD_UNSUPPORTED_SLOW_CHILDREN: '0' } };
  }

  /** `child`, a ChildProcess, was started with `ms` of next(). */
  started(child, ms) {
    if (ms > 0) this.#running.push({ child: new WeakRef(child), began: this.#now(), ms });
  }

  #allowed() {
    this.#takeBack();
    const ms = Math.floor(Math.min(MOST_MS, (this.#most - this.#spend(0)) / 2));
    return ms < LEAST_MS ? 0 : ms;
  }

  // A listener for the end of a child would show, so it is looked at when another one starts.
  #takeBack() {
    const hasEnded = (child) => !child || child.exitCode !== null || child.signalCode !== null;
    const ended = this.#running.filter(({ child }) => hasEnded(child.deref()));
    this.#running = this.#running.filter((one) => !ended.includes(one));
    for (const { began, ms } of ended) this.#spend(-Math.max(0, ms - (this.#now() - began)));
  }
}

module.exports = { SlowChildren };
