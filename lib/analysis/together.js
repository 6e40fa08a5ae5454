'use strict';
// Chooses several units to hold in one run, so that as many pairs as possible that no run has turned round yet are
// turned in it. A unit is late by its own delay and by those of the units that it follows from. A pair turns where its
// first unit is later than its second one.
const { WINDOW } = require('./pairs.js');

const LEVELS = 3; // a delay is one, two or three thirds of the longest one
// The share of a pair's worth that is gained by a difference of one, two and three thirds. With a long one a chain of
// steps and limits of time can come between.
const GAINS = [0.6, 0.85, 1];
const MOST_PAIRS = 4096;
const MOST_CANDIDATES = 64;
const PASSES = 2;

// Returns for each unit the position of the one that it directly follows: of its own connection, or of its parent.
function predecessorsOf(units) {
  const last = new Map();
  return units.map(({ owner, parent }, at) => {
    const before = last.get(owner) ?? last.get(parent) ?? -1;
    last.set(owner, at);
    return before;
  });
}

// Yields the positions of two units of which the later one does not follow from the other.
function* concurrentIn(units, before) {
  for (let first = 0; first < units.length; first++) {
    for (let second = first + 1; second < Math.min(units.length, first + 1 + WINDOW); second++) {
      if (units[second].isStall) continue; // no code runs in it
      let at = before[second];
      while (at > first) at = before[at];
      if (at !== first) yield [first, second];
    }
  }
}

class Together {
  #orders; // {units: of each its number, before: its predecessor's position, late: of each}
  #pairs; // {order, first, second: positions, weight}
  #delays = []; // by number: the level
  #numbers = new Map(); // by a unit's id

  /** `weigh` returns how much it is worth to turn a pair, from two units and their distance; 0: nothing. */
  constructor(orders, weigh) {
    this.#orders = orders.map(({ units }) => ({
      units: units.map(({ id }) => this.#numberOf(id)),
      before: predecessorsOf(units),
      late: new Uint8Array(units.length),
    }));
    const pairs = [];
    for (const [at, { units }] of orders.entries()) {
      const order = this.#orders[at];
      for (const [first, second] of concurrentIn(units, order.before)) {
        const weight = weigh(units[first], units[second], second - first);
        if (weight > 0) pairs.push({ order, first, second, weight });
      }
    }
    this.#pairs = pairs.sort((a, b) => b.weight - a.weight).slice(0, MOST_PAIRS);
  }

  #numberOf(id) {
    if (!this.#numbers.has(id)) this.#numbers.set(id, this.#delays.push(0) - 1);
    return this.#numbers.get(id);
  }

  // Returns what is gained by all pairs that turn; -1 if a chain would be later than the longest delay.
  #value() {
    for (const { units, before, late } of this.#orders) {
      for (let at = 0; at < units.length; at++) {
        const sum = this.#delays[units[at]] + (before[at] < 0 ? 0 : late[before[at]]);
        if (sum > LEVELS) return -1;
        late[at] = sum;
      }
    }
    let value = 0;
    for (const { order: { late }, first, second, weight } of this.#pairs) {
      if (late[first] > late[second]) value += weight * GAINS[late[first] - late[second] - 1];
    }
    return value;
  }

  #candidates() {
    const sums = new Map();
    for (const { order, first, weight } of this.#pairs) {
      const number = order.units[first];
      sums.set(number, (sums.get(number) ?? 0) + weight);
    }
    return [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a)).slice(0, MOST_CANDIDATES);
  }

  /** Returns a map of shares of the longest delay, by the ids of the units to hold. */
  choose() {
    const candidates = this.#candidates();
    let best = this.#value();
    for (let pass = 0; pass < PASSES; pass++) {
      for (const number of candidates) best = this.#improve(number, best);
    }
    const held = [...this.#numbers].filter(([, number]) => this.#delays[number] > 0);
    return new Map(held.map(([id, number]) => [id, this.#delays[number] / LEVELS]));
  }

  // Gives the unit the best level, with the others as they are. Of equal ones the present one, so that no unit is held
  // for nothing.
  #improve(number, value) {
    let [best, level] = [value, this.#delays[number]];
    for (let other = 0; other <= LEVELS; other++) {
      this.#delays[number] = other;
      const now = this.#value();
      if (now <= best) continue;
      [best, level] = [now, other];
    }
    this.#delays[number] = level;
    return best;
  }
}

module.exports = { Together };
