'use strict';
// Remembers which units of a campaign's runs were overtaken by which, and chooses the unit to hold next. A race of two
// operations shows when the one that is naturally first is held until the other has passed. Random delays turn a pair
// round by chance only, so the memory tries the pairs that no run has turned round yet, and first those that touch the
// same resource.
const { byOwner, concurrentWith, follows, isCheck, weightOf } = require('./pairs.js');
const { pointOf, targetsOf } = require('./points.js');
const { Together } = require('./together.js');
const { unitsOf } = require('./units.js');

const MOST_UNITS = 1000; // of a process: a campaign's memory must not grow with its program
const MOST_ORDERS = 32;
const MOST_TOGETHER = 4; // of the first runs: more would cost time
const MOST_OTHERS = 32; // of those that a target is combined with
const CHECK_BONUS = 4;
const STALL_SHARE = 0.5; // most immediates may come late
const NATURAL_BONUS = 2; // seen in the order without delays, which is the one to turn round

const SUSPECT_BONUS = 8;
// Long enough for some steps that follow, and short enough for what has a limit of time as well.
const MARGINS = [100, 25];
const AGAIN_SPLIT = 0.25; // something else may have come between as well
const ROOT_SHARE = 0.5; // the first run holds most of what chains begin with
const NEW_ROOT_BONUS = 1.5; // where nothing has passed it yet, a whole chain is in an order that no run has shown
const AGAIN = 0.5; // for each time that a unit was held together with others
const APPEARED_BONUS = 4; // a call that is made only when something is late is likely about that
const LIMIT_BONUS = 4; // a program has two answers to what comes in time or not

const SAME_SITE = 0.5; // for each try of another unit of the call site: the result is likely the same

// Returns by ids where units ended, and where the first task of each was found done.
function placesOf(units) {
  const map = (valueOf) => new Map(units.map((unit) => [unit.id, valueOf(unit)]));
  return { ends: map(({ to }) => to), found: map(({ from }) => from) };
}

// True if `second`, which began later, has passed the unit. A file is looked at when it is opened: what has changed it
// by then is seen, and only what comes between this and the end of the call makes the answer an old one.
function passes(second, { changes, parts, looked, to }) {
  const isSeen = !changes && second.changes && parts.length > 1 && second.to < looked;
  return second.to < to && !isSeen;
}

// Adds to `overtaken`, by a unit's id, the ids of the units that began later and have passed it. Calls `onNew` with the
// id of a unit that one more has passed.
function note({ units, known }, overtaken, onNew) {
  for (const [index, unit] of units.entries()) {
    for (const { second } of concurrentWith(units, index, known)) {
      if (!passes(second, unit)) continue;
      if (!overtaken.has(unit.id)) overtaken.set(unit.id, new Set());
      if (overtaken.get(unit.id).has(second.id)) continue;
      overtaken.get(unit.id).add(second.id);
      onNew(unit.id);
    }
  }
}

class Memory {
  #orders = [];
  #overtaken = new Map(); // by a unit's id: the ids of those that have passed it
  #tried = new Map(); // by a unit's id: how many of its targets were tried
  #triedAt = new Map(); // by a call site: the same, of all its units
  #held = new Map(); // by a unit's id: how many of its targets were held together with others
  #chosen = 0; // how often several were chosen
  #runs = 0; // with delays
  #seen = new Map(); // by a unit's id: in how many of these
  #suspects = new Map(); // as #overtaken, in runs without delays that failed
  #versions = new Map(); // by a unit's id: how often the two above have changed, which a score depends on
  #natural = []; // as #orders, of the runs without delays
  #sites = new Set(); // call sites of these
  #appeared = new Map(); // by a resource that only a run with delays has touched so: true if a call there changes it

  /** Takes in the traces (lib/trace/read.js) of a run that did not fail. */
  observe(traces) {
    this.observeUnits(traces.map((trace) => unitsOf(trace, MOST_UNITS)));
  }

  /** As observe(), with the units of each trace, of which another machine made them. */
  observeUnits(traces) {
    const seen = new Set();
    for (const units of traces) {
      const delayed = units.filter(({ isNatural }) => !isNatural);
      for (const { id } of delayed) seen.add(id);
      this.#noteSites(units);
      const order = { units, known: byOwner(units), ...placesOf(units), scores: [] };
      note(order, this.#overtaken, this.#onNew);
      this.#orders.unshift(order);
      if (units.some(({ isNatural }) => isNatural) && this.#natural.length < MOST_TOGETHER) this.#natural.push(order);
    }
    this.#orders.splice(MOST_ORDERS);
    if (seen.size === 0) return;
    this.#runs++;
    for (const id of seen) this.#seen.set(id, (this.#seen.get(id) ?? 0) + 1);
  }

  /** Takes in the traces of a run that failed without delays: an order that only such runs show is tried first. */
  suspect(traces) {
    for (const trace of traces) {
      const units = unitsOf(trace, MOST_UNITS);
      note({ units, known: byOwner(units) }, this.#suspects, this.#onNew);
    }
  }

  #onNew = (id) => this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1);

  #isSuspect(id) {
    return [...this.#suspects.get(id) ?? []].some((by) => !this.#overtaken.get(id)?.has(by));
  }

  /**
   * Returns the operations to hold in the next run, [{name, phase}]: none if nothing is left to try. Of two on one
   * chain it is often not known which one races, and an operation that passes the first passes the second as well, so
   * both are held.
   */
  next() {
    const candidates = [...this.#candidates().values()].sort((a, b) => b.score - a.score);
    const [best] = candidates;
    if (!best) return [];
    const tried = this.#triedOf(best.unit);
    const target = targetsOf(best.unit)[tried];
    const second = this.#onChainOf(best, candidates);
    this.#tried.set(best.unit.id, tried + 1);
    this.#triedAt.set(best.unit.site, (this.#triedAt.get(best.unit.site) ?? 0) + 1);
    return second ? [target, second] : [target];
  }

  /**
   * Returns several operations to hold in the next run, [{name, phase, delay}], none of them longer than `longest` ms:
   * those that make most orders that no run has shown yet.
   */
  several(longest) {
    const holds = new Map(); // by a unit's id
    const points = new Map(this.#natural.flatMap(({ units, known }) => (
      units.map(({ id }, index) => [id, pointOf(units, index, known)]))));
    const holdOf = (unit) => {
      if (!holds.has(unit.id)) holds.set(unit.id, this.#holdOf(unit, points.get(unit.id)));
      return holds.get(unit.id);
    };
    const weigh = (before, unit, between, distance) => {
      const { target, hope } = holdOf(unit);
      if (!target) return 0;
      const isOld = this.#wasSplit(before, unit, between, points.get(unit.id));
      const root = this.#overtaken.has(unit.id) ? ROOT_SHARE : NEW_ROOT_BONUS;
      const share = (isOld ? AGAIN_SPLIT : 1) * (before ? 1 : root);
      return weightOf(unit, between, distance) * hope * share * (between.isLimit ? LIMIT_BONUS : 1);
    };
    const margin = MARGINS[this.#chosen++ % MARGINS.length];
    const chosen = [...new Together(this.#natural, { longest, margin }, weigh).choose()];
    for (const [id] of chosen) this.#held.set(id, (this.#held.get(id) ?? 0) + 1);
    return chosen.map(([id, delay]) => ({ ...holds.get(id).target, delay }));
  }

  // True if a run with delays had `between` before the unit and behind what this follows from, or behind the unit's
  // first task if it is held in its middle. A unit that is missing there may have been given up. A look that is held at
  // its start has not seen what came after it was taken.
  #wasSplit(before, { id }, between, point) {
    return this.#orders.some(({ ends, found }) => {
      const at = ends.get(between.id);
      const end = (point === 'start' ? found : ends).get(id) ?? Infinity;
      const begin = point === 'middle' ? found.get(id) : before && ends.get(before.id);
      return at < end && (begin === undefined || begin < at);
    });
  }

  // Returns {target, hope}. A unit that was held with others before is held at its next target.
  #holdOf(unit, point) {
    const held = this.#held.get(unit.id) ?? 0;
    const targets = unit.isStall ? [] : targetsOf(unit, point);
    const change = this.#appeared.get(unit.resource);
    const bonus = change || (change === false && unit.changes) ? APPEARED_BONUS : 1;
    return { target: targets[held % targets.length], hope: bonus * AGAIN ** held };
  }

  #noteSites(units) {
    for (const { site, resource, changes, isNatural } of units) {
      if (isNatural) this.#sites.add(site);
      else if (resource !== undefined && !this.#sites.has(site)) {
        this.#appeared.set(resource, changes || this.#appeared.get(resource) === true);
      }
    }
  }

  // Returns the target of the best of `others` before or behind the unit. Only a completion that is held leaves its
  // effect where it was.
  #onChainOf({ unit }, others) {
    for (const { unit: other } of others.slice(0, MOST_OTHERS)) {
      if (other.owner === unit.owner || other.isStall || !this.#isChain(unit.owner, other.owner)) continue;
      const target = targetsOf(other)[this.#triedOf(other)];
      if (target?.phase === 'worker') return target;
    }
    return undefined;
  }

  #isChain(owner, other) {
    return this.#orders.some(({ known }) => {
      const [a, b] = [known.get(owner), known.get(other)];
      return a && b && (follows(a, b, known) || follows(b, a, known));
    });
  }

  #triedOf({ id }) {
    return this.#tried.get(id) ?? 0;
  }

  #candidates() {
    const candidates = new Map();
    for (const order of this.#orders) {
      for (const [index, unit] of order.units.entries()) {
        const score = this.#score(order, index);
        if (score > (candidates.get(unit.id)?.score ?? 0)) candidates.set(unit.id, { unit, score });
      }
    }
    return candidates;
  }

  #score(order, index) {
    const unit = order.units[index];
    const tried = this.#triedOf(unit);
    if (tried >= targetsOf(unit).length) return 0;
    const version = this.#versions.get(unit.id) ?? 0;
    // Looking at all pairs of all runs for each choice would cost 0.1 s.
    if (order.scores[index]?.version !== version) {
      order.scores[index] = { version, score: this.#scoreOfPairs(order, index) };
    }
    return order.scores[index].score * this.#hopeOf(unit, tried);
  }

  #scoreOfPairs({ units, known }, index) {
    const unit = units[index];
    let score = 0;
    for (const { second, distance } of concurrentWith(units, index, known)) {
      if (!this.#overtaken.get(unit.id)?.has(second.id)) score += weightOf(unit, second, distance);
    }
    const natural = unit.isNatural ? NATURAL_BONUS : 1;
    const share = unit.isStall ? STALL_SHARE : 1;
    const suspect = this.#isSuspect(unit.id) ? SUSPECT_BONUS : 1;
    const check = isCheck(units, index, known) ? CHECK_BONUS : 1;
    return score * natural * share * suspect * check;
  }

  // Returns how likely the unit is to occur in the next run, since a connection's bytes arrive in other pieces each
  // time. It is less for a unit whose like was tried.
  #hopeOf(unit, tried) {
    const likely = unit.isNatural ? 1 : this.#seen.get(unit.id) / this.#runs;
    const elsewhere = (this.#triedAt.get(unit.site) ?? 0) - tried;
    return likely * 0.25 ** tried * SAME_SITE ** elsewhere;
  }
}

module.exports = { MOST_UNITS, Memory };
