'use strict';
// Chooses a few constraints of one run by chance, for races that need several at once: that is what is left when each
// gap was tried by itself. With two or three of them a race of that depth has a chance (Burckhardt et al. 2010, PCT).
const { timesWith } = require('./extension.js');

const FEW = 2;
const MANY = 3;
const MOST_DRAWS = 32;

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

function drawn(gaps, random) {
  const sum = gaps.reduce((all, { weight }) => all + weight, 0);
  let left = random() * sum;
  return gaps.find(({ weight }) => (left -= weight) < 0) ?? gaps.at(-1);
}

/**
 * Returns constraints, each {point, events, ms}, for a graph and its gaps, by `seed`: two or three, or as many as can
 * be kept together. Nothing is later than by `longest` ms.
 */
function combined(graph, gaps, { seed, longest }) {
  const random = randomOf(seed);
  const natural = timesWith(graph, new Map());
  const constraints = new Map();
  const count = random() < 0.5 ? FEW : MANY;
  for (let draw = 0; draw < MOST_DRAWS && constraints.size < count && gaps.length > 0; draw++) {
    const { point, event } = drawn(gaps, random);
    if (constraints.has(point)) continue;
    const times = timesWith(graph, new Map(constraints).set(point, [event]));
    if (times && times.every((time, at) => time <= natural[at] + longest)) constraints.set(point, [event]);
  }
  const times = timesWith(graph, constraints);
  return [...constraints].map(([point, events]) => ({ point, events, ms: Math.max(0, times[point] - natural[point]) }));
}

module.exports = { combined };
