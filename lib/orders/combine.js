'use strict';
// Chooses the constraints of one run by chance. Where a run makes many orders at once, one of them can hide what
// another one would show, and some races need two or three orders that no plan puts together. So the share of the
// points that are held differs from run to run (Burckhardt et al. 2010, PCT, with the depth by chance as well).
const { timesWith } = require('./extension.js');
const { Feasible } = require('./feasible.js');

const SHARES = [1 / 2, 1 / 4, 1 / 8, 1 / 16]; // of the points that could be held
const MOST = 32; // constraints
const DRAWS = 3; // for each constraint, as some cannot be kept together
const FOR_LONG = 0.25; // of the holds last as long as they may: a program can do more than the trace has events for

// Returns a function that returns numbers from 0 to 1 (mulberry32).
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Returns a function that draws one of `values`, by how many shares each has.
function drawerOf(values, shares, random) {
  let sum = 0;
  const sums = shares.map((share) => (sum += share));
  return () => {
    const drawn = random() * sum;
    let [low, high] = [0, values.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > drawn) high = middle;
      else low = middle + 1;
    }
    return values[low];
  };
}

// Draws gaps: first the point, then the event. The weights say what is likely; their roots leave the others a chance.
// All steps of one call or connection together have about the chance of one event.
class Draws {
  #graph;
  #random;
  #byPoint = new Map(); // gaps
  #drawPoint;

  constructor({ points }, gaps, random) {
    this.#graph = { points };
    this.#random = random;
    for (const gap of gaps) {
      if (!this.#byPoint.has(gap.point)) this.#byPoint.set(gap.point, []);
      this.#byPoint.get(gap.point).push(gap);
    }
    const best = [...this.#byPoint.values()].map((all) => all.reduce((most, { weight }) => Math.max(most, weight), 0));
    this.#drawPoint = drawerOf([...this.#byPoint.values()], best.map(Math.sqrt), random);
  }

  get points() {
    return this.#byPoint.size;
  }

  next() {
    const gaps = this.#drawPoint();
    const { points } = this.#graph;
    const chainOf = ({ event }) => points[event].chain;
    const steps = new Map();
    for (const gap of gaps) steps.set(chainOf(gap), (steps.get(chainOf(gap)) ?? 0) + 1);
    return drawerOf(gaps, gaps.map((gap) => gap.weight ** 0.25 / steps.get(chainOf(gap))), this.#random)();
  }
}

function countOf(points, random) {
  const share = SHARES[Math.floor(random() * SHARES.length)];
  return Math.min(MOST, Math.max(1, Math.round(points * share)));
}

/**
 * Returns constraints, each {point, events, ms}, for a graph and its gaps, by `seed`. One without events lasts for its
 * time. Nothing is later than by `longest` ms. `workers`: of the pool.
 */
function combined(graph, gaps, { seed, longest, workers }) {
  if (gaps.length === 0) return [];
  const random = randomOf(seed);
  const feasible = new Feasible(graph, { longest, workers });
  const draws = new Draws(graph, gaps, random);
  const count = countOf(draws.points, random);
  const [constraints, forLong] = [new Map(), new Set()];
  for (let left = count * DRAWS; left > 0 && constraints.size + forLong.size < count; left--) {
    const { point, event } = draws.next();
    const isForLong = random() < FOR_LONG;
    if (constraints.has(point) || forLong.has(point)) continue;
    if (isForLong) {
      forLong.add(point);
      continue;
    }
    const times = timesWith(graph, new Map(constraints).set(point, [event]));
    if (feasible.allows(times)) constraints.set(point, [event]);
  }
  const times = timesWith(graph, constraints);
  const holds = [...constraints].map(([point, events]) => (
    { point, events, ms: Math.max(0, times[point] - feasible.natural[point]) }));
  return holds.concat([...forLong].map((point) => ({ point, events: [], ms: longest })));
}

module.exports = { combined, randomOf };
