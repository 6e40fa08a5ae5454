'use strict';
// Chooses the constraints of one run: a set without a cycle whose linear extension shows as many gaps as possible that
// no run has shown, by their weights.
const { isShown, timesWith } = require('./extension.js');
const { Feasible } = require('./feasible.js');

const SHARE_OF_OTHERS = 0.15; // of the events that come before one point, one is most likely to matter
const WITH_CAUSE = 0.5;
const MOST_GAPS = 4096;
// Candidates, those with the most to show first, and the events tried for each.
const WHOLE = { points: 64, events: 12, passes: 2 };
const PIECE = { points: 8, events: 6, passes: 1 }; // the same in each piece of a long graph
const PIPE = /^(.*)\/pipe#[0-9]+\/ready#[0-9]+$/s;

// An order is also made if what the point follows from is late as well. A conflict needs the event between the two.
const withCause = ({ weight, isConflict }) => (isConflict ? 0 : weight * WITH_CAUSE);

class Choice {
  #graph;
  #byPoint = new Map(); // position -> gaps
  #effort;
  #feasible;
  #fixed; // constraints that the run has anyway
  #constraints; // position of a point -> positions of the events it waits for

  /**
   * `gaps` as gapsOf() returns them, with the weights of now. Nothing shall be later than by `longest` ms.
   * `isPiece`: of a long graph, of which each piece gets a small part of the effort. `fixed`: the constraints that the
   * run has anyway, a map from the position of a point to those of the events that it waits for. `workers`: of the
   * pool.
   */
  constructor(graph, gaps, { longest, isPiece, fixed = new Map(), workers }) {
    this.#effort = isPiece ? PIECE : WHOLE;
    this.#graph = graph;
    this.#feasible = new Feasible(graph, { longest, workers });
    this.#constraints = new Map(fixed);
    const best = gaps.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).slice(0, MOST_GAPS);
    for (const gap of best) {
      if (!this.#byPoint.has(gap.point)) this.#byPoint.set(gap.point, []);
      this.#byPoint.get(gap.point).push(gap);
    }
    this.#fixed = this.#feasible.allows(this.#times()) ? fixed : new Map();
    this.#constraints = new Map(this.#fixed);
  }

  // A hold that contradicts a likely cause is doubtful. With only one of these a run tells whether it is possible.
  #doubts() {
    let count = 0;
    for (const [point, events] of this.#constraints) {
      if (events.some((event) => this.#isDoubtful(point, event))) count++;
    }
    return count;
  }

  #isDoubtful(point, event) {
    return (this.#byPoint.get(point) ?? []).some((gap) => gap.event === event && gap.isDoubtful);
  }

  #times() {
    const doubts = this.#doubts();
    const { natural } = this.#feasible;
    return doubts > 1 ? undefined : timesWith(this.#graph, this.#constraints, doubts > 0 ? natural : undefined);
  }

  // Returns what all gaps that are shown are worth; -1 where the constraints cannot be kept.
  #value() {
    const times = this.#times();
    if (!this.#feasible.allows(times)) return -1;
    let value = 0;
    for (const gaps of this.#byPoint.values()) {
      let [most, all] = [0, 0];
      for (const gap of gaps) {
        if (!(times[gap.event] < times[gap.point])) continue;
        const worth = isShown(gap, times) ? gap.weight : withCause(gap);
        most = Math.max(most, worth);
        all += worth;
      }
      value += most + (all - most) * SHARE_OF_OTHERS;
    }
    return value;
  }

  #candidates() {
    // Gaps are sorted by their weights, so the first one of each point is its best.
    return [...this.#byPoint.keys()].slice(0, this.#effort.points);
  }

  // Gives the point the best event to wait for, with the others as they are. Of equal ones none, or the present one.
  #improve(point) {
    const present = this.#constraints.get(point);
    const events = this.#eventsFor(point).map((event) => [event]);
    let [best, chosen] = [-Infinity, undefined];
    for (const waits of [undefined, present, ...events]) {
      this.#set(point, waits);
      const now = this.#value();
      if (now <= best) continue;
      [best, chosen] = [now, waits];
    }
    this.#set(point, chosen);
  }

  // The best few, and the last of all: a hold for that shows all orders of its point at once, far ones as well.
  #eventsFor(point) {
    const gaps = this.#byPoint.get(point);
    const last = gaps.reduce((latest, { event }) => Math.max(latest, event), -1);
    return [...new Set([...gaps.slice(0, this.#effort.events).map(({ event }) => event), last])];
  }

  #set(point, waits) {
    if (waits) this.#constraints.set(point, waits);
    else this.#constraints.delete(point);
  }

  /**
   * Returns {holds, shown}: the constraints, each {point, events, ms}: positions, and for how long the point is held at
   * most; and those of the gaps that the run will show as far as is known.
   */
  choose() {
    const candidates = this.#candidates();
    for (let pass = 0; pass < this.#effort.passes; pass++) for (const point of candidates) this.#improve(point);
    const times = this.#times();
    const own = [...this.#constraints].filter(([point]) => !this.#fixed.has(point));
    const holds = own.map(([point, events]) => ({ point, events, ms: this.#heldFor(point, times) }));
    const shown = [...this.#byPoint.values()].flat().filter((gap) => isShown(gap, times));
    return { holds: holds.concat(this.#companions(holds)), shown };
  }

  // Node.js hears of a child's end behind all output that it has seen some of. So an end that comes before one output
  // comes before all others that are not there yet.
  #companions(holds) {
    const { points } = this.#graph;
    const held = new Set(holds.map(({ point }) => point));
    return holds.flatMap(({ point, events, ms }) => {
      const call = PIPE.exec(points[point].name)?.[1];
      if (call === undefined || !events.some((event) => points[event].kind === 'exit')) return [];
      const last = Math.max(...events);
      const others = [...points.keys()].slice(point + 1, last).filter((at) => (
        !held.has(at) && points[at].place === points[point].place && PIPE.exec(points[at].name)?.[1] === call));
      for (const at of others) held.add(at);
      return others.map((at) => ({ point: at, events, ms }));
    });
  }

  #heldFor(point, times) {
    const { hard, soft } = this.#graph;
    const free = [...hard[point], ...soft[point]].map(({ at, gap }) => (at >= 0 ? times[at] : 0) + gap);
    return Math.max(0, times[point] - Math.max(0, ...free));
  }
}

module.exports = { Choice };
