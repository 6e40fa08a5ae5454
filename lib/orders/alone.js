'use strict';
// Chooses a single constraint, with everything else as in the run without delays. Where a run makes many orders at
// once, one of them can hide what another one would show: that something is late shows only if what it races with is in
// time. So each pair of calls is tried alone as well, the best of its orders first. In a long run there is one every so
// often, each of them over before the next one begins.
const { timesWith } = require('./extension.js');
const { Feasible } = require('./feasible.js');
const { LENGTH, LONGEST } = require('./segments.js');

const AGAIN = 0.5; // for each time that a pair was tried alone
const ALIKE = 0.7; // for each time that a pair of the same call sites was
const LEAST_CHANCE = 0.5; // seeds differ by up to this factor
const LEAST_WEIGHT = 0.1;
const MOST_TRIES = 64; // pairs that cannot be kept, before a run takes what it has
const CALLS = 32; // for each constraint of a run
const LATER = 0.25; // for pairs in a graph of a run with delays: the run without any has most of them
// A hold that lasts as long as it may: a program can do more than a trace has events for.
const FOR_LONG = 0.25;

// Calls of one call site are alike.
const siteOf = ({ place, owner, site }) => `${place} ${site ?? owner}`;

// Returns a piece of a long graph, by chance: the positions at which it begins and ends.
function pieceOf({ points }, random) {
  const from = Math.floor(random() * (points.length - LENGTH));
  return { from, to: from + LENGTH };
}

// Returns for each call what holds it for as long as it may: the point with the best order, or its last one.
function longOnesOf({ points, gaps }, { from, to }) {
  const calls = new Map();
  for (let point = from; point < to; point++) {
    const about = points[point];
    if (about.isHeld) calls.set(about.chain, { point, worth: about.stall ? FOR_LONG : 1 });
  }
  for (const { point, worth, isImpossible } of gaps) {
    const call = calls.get(points[point].chain);
    if (!isImpossible && worth > call.worth) Object.assign(call, { point, worth });
  }
  return [...calls].map(([key, { point, worth }]) => (
    { key, kind: siteOf(points[point]), point, weight: FOR_LONG * worth }));
}

// Returns {long, groups} of a piece: what longOnesOf() returns, and {key, kind, gaps} for each pair of calls.
function groupedIn(graph, piece = { from: 0, to: graph.points.length }) {
  const { points } = graph;
  const gaps = graph.gaps.filter(({ point }) => point >= piece.from && point < piece.to);
  const groups = new Map();
  for (const gap of gaps) {
    const [point, event] = [points[gap.point], points[gap.event]];
    const key = `${point.chain} ${event.chain}`;
    if (!groups.has(key)) groups.set(key, { key, kind: `${siteOf(point)} ${siteOf(event)}`, gaps: [] });
    groups.get(key).gaps.push(gap);
  }
  return { long: longOnesOf({ points, gaps }, piece), groups: [...groups.values()] };
}

// Returns the best order of a pair of calls now; undefined: none is possible.
function bestOf({ key, kind, gaps }) {
  let best;
  for (const gap of gaps) {
    const weight = gap.isImpossible ? 0 : gap.worth * AGAIN ** (2 * (gap.alone ?? 0));
    if (weight > (best?.weight ?? 0)) best = { key, kind, gap, weight, point: gap.point, event: gap.event };
  }
  return best;
}

class Alone {
  #tries = new Map(); // by pair, and by kind of pair
  #grouped = new WeakMap(); // by graph, but for long ones

  /** True if each pair of the first of the graphs that is worth a run was tried alone. A long one is never done. */
  isDoneWith([graph]) {
    if (graph === undefined) return true;
    const isTried = ({ key, weight }) => weight < LEAST_WEIGHT || this.#triesOf(key) > 0;
    return graph.points.length <= LONGEST && this.#pairsOf(graph).every(isTried);
  }

  // Returns the best order of each pair of calls, {key, kind, point, event, gap, weight}. Those without an event last
  // for their time. `kind` is the same for pairs of the same call sites.
  #pairsOf(graph, random) {
    const isLong = graph.points.length > LONGEST;
    if (!isLong && !this.#grouped.has(graph)) this.#grouped.set(graph, groupedIn(graph));
    const { long, groups } = isLong ? groupedIn(graph, pieceOf(graph, random)) : this.#grouped.get(graph);
    return [...long, ...groups.map(bestOf).filter(Boolean)];
  }

  #triesOf(key) {
    return this.#tries.get(key) ?? 0;
  }

  #worthOf({ key, kind, weight }) {
    return weight * AGAIN ** this.#triesOf(key) * ALIKE ** this.#triesOf(`kind ${kind}`);
  }

  #note({ key, kind, gap }) {
    if (gap) Object.assign(gap, { alone: (gap.alone ?? 0) + 1, tries: gap.tries + 1 });
    for (const one of [key, `kind ${kind}`]) this.#tries.set(one, this.#triesOf(one) + 1);
  }

  /**
   * Returns {graph, point, events, ms} for each constraint of a run, by `random`, a function. They are of one of
   * `graphs`, with their gaps. Nothing is later than by `longestIn(graph)` ms. `workers`: of the pool.
   */
  choose(graphs, { random, longestIn, workers }) {
    let [best, of] = [[], undefined];
    for (const [number, graph] of graphs.entries()) {
      if (number > 0 && graph.points.length > LONGEST) break; // most of it is in the first one
      const share = number === 0 ? 1 : LATER;
      const pairs = this.#pairsOf(graph, random).map((pair) => (
        { ...pair, worth: this.#worthOf(pair) * share * (1 - random() * LEAST_CHANCE) }));
      pairs.sort((a, b) => b.worth - a.worth);
      if (pairs.length > 0 && !(best[0]?.worth >= pairs[0].worth)) [best, of] = [pairs, graph];
    }
    return of === undefined ? [] : this.#chooseIn(of, best, { longest: longestIn(of), workers });
  }

  #chooseIn(graph, pairs, { longest, workers }) {
    const feasible = new Feasible(graph, { longest, workers });
    const taken = []; // with the positions between which each of them holds something
    const calls = new Set(graph.points.slice(0, LONGEST).map(({ chain }) => chain)).size;
    const most = 1 + Math.floor(calls / CALLS);
    let left = MOST_TRIES;
    for (const pair of pairs) {
      const [from, to] = [pair.point, pair.event ?? Infinity];
      if (taken.length === most) break;
      if (taken.some((one) => from <= one.to && one.from <= to)) continue;
      this.#note(pair);
      if (pair.event === undefined) {
        taken.push({ ...pair, from, to });
        continue;
      }
      const constraints = [...taken, pair].filter(({ event }) => event !== undefined);
      const times = timesWith(graph, new Map(constraints.map(({ point, event }) => [point, [event]])));
      const ms = feasible.allows(times) ? Math.max(0, times[from] - feasible.natural[from]) : undefined;
      if (ms !== undefined) taken.push({ ...pair, from, to, ms });
      else if (--left === 0) break;
    }
    return taken.map(({ point, event, ms = longest }) => (
      { graph, point, events: event === undefined ? [] : [event], ms }));
  }
}

module.exports = { Alone };
