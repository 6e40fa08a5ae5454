'use strict';
// Chooses several units to hold in one run. All that follows from a unit is as late as it is, so a chain of steps can
// fall behind another event in as many ways as it has steps: the event comes between a step, which is in time, and the
// next one, which is held. Each of these orders is another one for the program. The units are held
// so that as many of them as possible, which no run has shown yet, are made at once. The times are those of a run
// without delays.
const { WINDOW } = require('./pairs.js');

const AT_ONCE_MS = 5;
const LEAST_MS = 1; // between two events that are surely apart
const SHARE_OF_OTHERS = 0.25; // of the events that come before one unit, one is most likely to matter
const MOST_SPLITS = 4096;
const MOST_CANDIDATES = 64;
const MOST_DELAYS = 12; // tried for a unit
const PASSES = 2;
const OUTSIDE = /(?:^|\/)(?:child|pipe|watch|message)#[0-9]+\/|\.exit@/;

// Returns the position of the last unit that was over before the unit began: in its turn a task was begun and a timer
// was set, and on one host an arrival at a socket follows from it as a rule.
function turnOf(units, at) {
  let latest = -1;
  for (let other = 0; other < at; other++) {
    if (units[other].to < units[at].set && (latest < 0 || units[other].to > units[latest].to)) latest = other;
  }
  return latest;
}

// Returns how long after its cause, which came at `since`, a unit comes by the virtual clock. A loaded machine takes
// longer for what is ready at once there.
function gapOf({ id, t, due, isTimer }, since) {
  if (due !== undefined) return due;
  const gap = Math.max(0, t - since);
  return isTimer || OUTSIDE.test(id) ? gap : Math.min(gap, AT_ONCE_MS);
}

// Returns for each unit {at, gap} of those that it follows from: how long after the turn that has caused it it came. It
// also comes after what came before on its connection, and after what has opened this. Nothing is known of one that is
// apart (units.js).
function causesIn(units) {
  const last = new Map();
  return units.map((unit, at) => {
    const own = last.get(unit.owner);
    const parent = last.get(unit.parent);
    const turn = OUTSIDE.test(unit.id) || unit.isApart ? parent ?? -1 : turnOf(units, at);
    last.set(unit.owner, at);
    const causes = [own, parent].filter((one) => one !== undefined && one !== turn)
      .map((one) => ({ at: one, gap: one === own ? unit.after ?? 0 : 0 }));
    if (turn >= 0) causes.push({ at: turn, gap: gapOf(unit, units[turn].t) });
    return causes;
  });
}

function timesOf(units, causes) {
  const times = [];
  for (const [at, unit] of units.entries()) {
    const all = causes[at].map(({ at: cause, gap }) => times[cause] + gap);
    times.push(all.length > 0 ? Math.max(...all) : unit.began + gapOf(unit, unit.began));
  }
  return Float64Array.from(times);
}

function ancestorsIn(causes) {
  const ancestors = [];
  for (const all of causes) {
    const own = new Set();
    for (const { at } of all) {
      own.add(at);
      for (const other of ancestors[at]) own.add(other);
    }
    ancestors.push(own);
  }
  return ancestors;
}

// True if the event comes between the two with the times of now.
function isMade({ order: { times }, before, unit, between }) {
  const isBefore = before < 0 || times[before] + LEAST_MS < times[between];
  return isBefore && times[unit] > times[between] + LEAST_MS;
}

class Together {
  #longest;
  #margin;
  #orders; // {numbers: of each unit, causes, natural: its time, times}
  #splits = []; // {order, before, unit, between: positions, weight}
  #delays = []; // by number
  #numbers = new Map(); // by a unit's id
  #splitsOf = new Map(); // by number

  /**
   * `weigh` returns how much it is worth that `between` comes between `before`, of which there may be none, and `unit`;
   * 0: nothing. No unit shall be later than by `longest` ms. It comes `margin` ms behind what it lets pass.
   */
  constructor(orders, { longest, margin }, weigh) {
    this.#longest = longest;
    this.#margin = margin;
    this.#orders = orders.map(({ units }) => {
      const causes = causesIn(units);
      const natural = timesOf(units, causes);
      const ancestors = ancestorsIn(causes);
      return { numbers: units.map(({ id }) => this.#numberOf(id)), causes, ancestors, natural, times: natural.slice() };
    });
    for (const [at, { units }] of orders.entries()) this.#addSplits(this.#orders[at], units, weigh);
    this.#splits.sort((a, b) => b.weight - a.weight).splice(MOST_SPLITS);
    for (const split of this.#splits) {
      const number = split.order.numbers[split.unit];
      if (!this.#splitsOf.has(number)) this.#splitsOf.set(number, []);
      this.#splitsOf.get(number).push(split);
    }
  }

  #numberOf(id) {
    if (!this.#numbers.has(id)) this.#numbers.set(id, this.#delays.push(0) - 1);
    return this.#numbers.get(id);
  }

  #addSplits(order, units, weigh) {
    const { causes, ancestors, natural } = order;
    for (let unit = 0; unit < units.length; unit++) {
      const latest = causes[unit].reduce((a, b) => (a && natural[a.at] >= natural[b.at] ? a : b), undefined);
      const before = latest?.at ?? -1;
      for (let between = unit + 1; between < Math.min(units.length, unit + 1 + WINDOW); between++) {
        if (units[between].isStall || ancestors[between].has(unit) || !(natural[between] < Infinity)) continue;
        const weight = weigh(units[before], units[unit], units[between], between - unit);
        if (weight > 0) this.#splits.push({ order, before, unit, between, weight });
      }
    }
  }

  // Sets the times at which all units come with the present delays. Returns false if one would be too late.
  #simulate() {
    for (const { numbers, causes, ancestors, natural, times } of this.#orders) {
      for (let at = 0; at < numbers.length; at++) {
        let time = causes[at].length > 0 ? 0 : natural[at];
        for (const { at: cause, gap } of causes[at]) time = Math.max(time, times[cause] + gap);
        times[at] = time + this.#delays[numbers[at]];
        if (times[at] > natural[at] + this.#longest) return false;
        if (this.#delays[numbers[at]] > 0 && this.#isHeldBefore(ancestors[at], numbers)) return false;
      }
    }
    return true;
  }

  // A chain is split once: behind a step that is held, another one would fall behind other things than without it.
  #isHeldBefore(ancestors, numbers) {
    for (const at of ancestors) if (this.#delays[numbers[at]] > 0) return true;
    return false;
  }

  // Returns what is gained by all orders that are made; -1 if something would be too late.
  #value() {
    if (!this.#simulate()) return -1;
    let value = 0;
    for (const splits of this.#splitsOf.values()) {
      let [most, all] = [0, 0];
      for (const split of splits) {
        if (!isMade(split)) continue;
        most = Math.max(most, split.weight);
        all += split.weight;
      }
      value += most + (all - most) * SHARE_OF_OTHERS;
    }
    return value;
  }

  #candidates() {
    const sums = new Map([...this.#splitsOf].map(([number, splits]) => (
      [number, splits.reduce((sum, { weight }) => sum + weight, 0)])));
    return [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a)).slice(0, MOST_CANDIDATES);
  }

  /** Returns a map of delays, by the ids of the units to hold. */
  choose() {
    const candidates = this.#candidates();
    for (let pass = 0; pass < PASSES; pass++) {
      for (const number of candidates) this.#improve(number);
    }
    const held = [...this.#numbers].filter(([, number]) => this.#delays[number] > 0);
    return new Map(held.map(([id, number]) => [id, this.#delays[number]]));
  }

  // Returns the delays by which the unit comes just behind one of those that could come before it, shortest first.
  #delaysOf(number) {
    this.#delays[number] = 0;
    this.#simulate();
    const needed = this.#splitsOf.get(number).map(({ order: { times }, unit, between }) => (
      Math.ceil(times[between] - times[unit] + this.#margin)));
    const possible = needed.filter((ms) => ms > 0 && ms <= this.#longest);
    return [...new Set(possible)].slice(0, MOST_DELAYS).sort((a, b) => a - b);
  }

  // Gives the unit the best delay, with the others as they are. Of equal ones none, or the present one.
  #improve(number) {
    const present = this.#delays[number];
    let [best, delay] = [-Infinity, 0];
    for (const other of new Set([0, present, ...this.#delaysOf(number)])) {
      this.#delays[number] = other;
      const now = this.#value();
      if (now <= best) continue;
      [best, delay] = [now, other];
    }
    this.#delays[number] = delay;
  }
}

module.exports = { Together };
