'use strict';
// What a campaign has learned from its runs: which units were overtaken by which, and so which to hold next. A race of
// two operations shows when the one that comes first by nature is held until the other has passed; a random delay does
// that to a pair by chance, so those are tried that no run has turned round yet, first those that touch one resource.
const { bySuffix, concurrentWith, isCheck, weightOf } = require('./pairs.js');
const { unitsOf } = require('./units.js');

const MOST_UNITS = 2000; // of a process: what a campaign remembers must not grow with its program
const MOST_ORDERS = 8;
const CHECK_BONUS = 2;

// What is left of a run's trace: in each process, who came before whom.
function ordersOf(traces) {
  return traces.map((trace) => unitsOf(trace, MOST_UNITS)).filter(({ units }) => units.length > 1).map(({ units }) => units);
}

// Where a unit can be held: what changes something is best held before it does, what looks at something after that.
function targetsOf({ changes, operations, starts }) {
  const [first, last] = [operations[0], operations.at(-1)];
  const targets = changes ? [starts[0], first, last] : [last, first, starts[0]];
  return targets.filter((target, at) => target && targets.indexOf(target) === at);
}

class Memory {
  #orders = [];
  #overtaken = new Map(); // by a unit's id: the ids of those that have passed it
  #tried = new Map(); // by a unit's id: how many of its targets were tried

  /** Takes in the traces (lib/trace/read.js) of a run that did not fail. */
  observe(traces) {
    for (const units of ordersOf(traces)) {
      this.#note(units);
      this.#orders.unshift(units);
    }
    this.#orders.length = Math.min(this.#orders.length, MOST_ORDERS);
  }

  #note(units) {
    const known = bySuffix(units);
    for (const [index, unit] of units.entries()) {
      for (const { second } of concurrentWith(units, index, known)) {
        if (second.to >= unit.to) continue;
        if (!this.#overtaken.has(unit.id)) this.#overtaken.set(unit.id, new Set());
        this.#overtaken.get(unit.id).add(second.id);
      }
    }
  }

  /** The operation to hold in the next run, {name, phase}; undefined: nothing is left to try. */
  next() {
    const best = [...this.#candidates().values()].sort((a, b) => b.score - a.score)[0];
    if (!best) return undefined;
    const tried = this.#tried.get(best.unit.id) ?? 0;
    this.#tried.set(best.unit.id, tried + 1);
    return targetsOf(best.unit)[tried];
  }

  #candidates() {
    const candidates = new Map();
    for (const units of this.#orders) {
      const known = bySuffix(units);
      for (const [index, unit] of units.entries()) {
        const score = this.#score(units, index, known);
        if (score > (candidates.get(unit.id)?.score ?? 0)) candidates.set(unit.id, { unit, score });
      }
    }
    return candidates;
  }

  #score(units, index, known) {
    const unit = units[index];
    const tried = this.#tried.get(unit.id) ?? 0;
    if (tried >= targetsOf(unit).length) return 0;
    let score = 0;
    for (const { second, distance } of concurrentWith(units, index, known)) {
      if (!this.#overtaken.get(unit.id)?.has(second.id)) score += weightOf(unit, second, distance);
    }
    return score * (isCheck(units, index, known) ? CHECK_BONUS : 1) * 0.25 ** tried;
  }
}

module.exports = { Memory };
