'use strict';
// Remembers which units of a campaign's runs were overtaken by which, and chooses the unit to hold next. A race of two
// operations shows when the one that is naturally first is held until the other has passed. Random delays turn a pair
// round by chance only, so the memory tries the pairs that no run has turned round yet, and first those that touch the
// same resource.
const { byOwner, concurrentWith, follows, isCheck, weightOf } = require('./pairs.js');
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

const SAME_SITE = 0.5; // for each try of another unit of the call site: the result is likely the same

// Returns the points at which a unit can be held, best first. A change is best held before it is made, a look after it
// was taken. A file that is written is opened first, which empties it: held between the two, it is seen half done.
function targetsOf({ owner, changes }, { parts, starts }) {
  const [first, last] = [parts[0], parts.at(-1)];
  const before = parts.length > 1 ? [first, starts[0], last] : [starts[0], first];
  const targets = (changes ? before : [last, first, starts[0]]).filter(Boolean);
  const different = targets.filter((target, at) => targets.findIndex((other) => other === target) === at);
  return different.map(({ tail, phase }) => ({ name: owner + tail, phase }));
}

// Calls of one task, which has the name of the call.
const SIMPLE = /^fs(?:\/promises)?\.(access|chmod|l?stat|link|mkdir|open|readdir|rename|rmdir|symlink|unlink|utimes)$/;
// Calls of several tasks on a file, from its opening to its closing.
const WHOLE = /^fs(?:\/promises)?\.(?:append|read|write)File$/;

// Returns {parts, starts} that calls of `api` have by Node.js's own code, as a unit has them; undefined: not known.
function usualParts(api) {
  const simple = SIMPLE.exec(api)?.[1];
  const calls = simple ? [simple] : WHOLE.test(api) ? ['open', 'close'] : [];
  if (calls.length === 0) return undefined;
  const each = (phase) => calls.map((call) => ({ tail: `/fs.${call}#1`, phase }));
  return { parts: each('worker'), starts: each('action') };
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
  #runs = 0; // with delays
  #seen = new Map(); // by a unit's id: in how many of these
  #suspects = new Map(); // as #overtaken, in runs without delays that failed
  #versions = new Map(); // by a unit's id: how often the two above have changed, which a score depends on
  #calls = new Map(); // by an API's name: a unit with the parts that its calls have

  /** Takes in the traces (lib/trace/read.js) of a run that did not fail. */
  observe(traces) {
    this.observeUnits(traces.map((trace) => unitsOf(trace, MOST_UNITS)));
  }

  /** As observe(), with the units of each trace, of which another machine made them. */
  observeUnits(traces) {
    const seen = new Set();
    for (const units of traces) {
      const delayed = units.filter(({ parts }) => parts.length > 0);
      for (const unit of delayed) if (unit.id === unit.owner) this.#calls.set(unit.api, unit);
      for (const { id } of delayed) seen.add(id);
      const order = { units, known: byOwner(units), scores: [] };
      note(order, this.#overtaken, this.#onNew);
      this.#orders.unshift(order);
      this.#learnParents(delayed);
    }
    this.#orders.splice(MOST_ORDERS);
    if (seen.size === 0) return;
    this.#runs++;
    for (const id of seen) this.#seen.set(id, (this.#seen.get(id) ?? 0) + 1);
  }

  // The run without delays does not show turns of the loop: what follows from what is taken from the others.
  #learnParents(units) {
    const known = units.filter(({ parent }) => parent !== undefined);
    const parents = new Map(known.map(({ owner, parent }) => [owner, parent]));
    for (const order of this.#orders) {
      for (const unit of order.units) {
        if (unit.parts.length > 0 || unit.parent !== undefined || !parents.has(unit.owner)) continue;
        unit.parent = parents.get(unit.owner);
        order.scores = [];
      }
    }
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
    const target = this.#targetsOf(best.unit)[tried];
    const second = this.#onChainOf(best, candidates);
    this.#tried.set(best.unit.id, tried + 1);
    this.#triedAt.set(best.unit.site, (this.#triedAt.get(best.unit.site) ?? 0) + 1);
    return second ? [target, second] : [target];
  }

  /**
   * Returns several operations to hold in the next run, [{name, phase, share}], each with its share of the longest
   * delay: those that turn most pairs that no run has turned yet.
   */
  several() {
    const holds = new Map(); // by a unit's id
    const holdOf = (unit) => {
      if (!holds.has(unit.id)) holds.set(unit.id, this.#holdOf(unit));
      return holds.get(unit.id);
    };
    const weigh = (first, second, distance) => {
      const { target, hope } = holdOf(first);
      if (!target || this.#overtaken.get(first.id)?.has(second.id)) return 0;
      return weightOf(first, second, distance) * hope * (first.parts.length === 0 ? NATURAL_BONUS : 1);
    };
    const chosen = [...new Together(this.#orders.slice(-MOST_TOGETHER), weigh).choose()];
    for (const [id] of chosen) this.#held.set(id, (this.#held.get(id) ?? 0) + 1);
    return chosen.map(([id, share]) => ({ ...holds.get(id).target, share }));
  }

  // Returns {target, hope}. A unit that was held with others before is held at its next target.
  #holdOf(unit) {
    const held = this.#held.get(unit.id) ?? 0;
    const target = unit.isStall ? undefined : this.#targetsOf(unit)[held];
    return { target, hope: target ? this.#hopeOf(unit, held) : 0 };
  }

  // Returns the target of the best of `others` before or behind the unit. Only a completion that is held leaves its
  // effect where it was.
  #onChainOf({ unit }, others) {
    for (const { unit: other } of others.slice(0, MOST_OTHERS)) {
      if (other.owner === unit.owner || other.isStall || !this.#isChain(unit.owner, other.owner)) continue;
      const target = this.#targetsOf(other)[this.#triedOf(other)];
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

  // The run without delays names calls, not their parts. Their parts are taken from other calls of the API.
  #targetsOf(unit) {
    const parts = unit.parts.length > 0 ? unit : this.#calls.get(unit.api) ?? usualParts(unit.api);
    return parts ? targetsOf(unit, parts) : [];
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
    if (tried >= this.#targetsOf(unit).length) return 0;
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
    const natural = unit.parts.length === 0 ? NATURAL_BONUS : 1;
    const share = unit.isStall ? STALL_SHARE : 1;
    const suspect = this.#isSuspect(unit.id) ? SUSPECT_BONUS : 1;
    const check = isCheck(units, index, known) ? CHECK_BONUS : 1;
    return score * natural * share * suspect * check;
  }

  // Returns how likely the unit is to occur in the next run, since a connection's bytes arrive in other pieces each
  // time. It is less for a unit whose like was tried.
  #hopeOf(unit, tried) {
    const likely = unit.parts.length === 0 ? 1 : this.#seen.get(unit.id) / this.#runs;
    const elsewhere = (this.#triedAt.get(unit.site) ?? 0) - tried;
    return likely * 0.25 ** tried * SAME_SITE ** elsewhere;
  }
}

module.exports = { MOST_UNITS, Memory };
