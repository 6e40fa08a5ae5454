'use strict';
// Plans the runs of a campaign from the traces of the runs before. It knows the points of the program (points.js), what
// follows from what (graph.js, merge.js), and which gaps (gaps.js) the runs have shown. Each run gets a set of
// constraints.
const { keyOf } = require('../names/key.js');
const { Choice } = require('./choice.js');
const { combined } = require('./combine.js');
const { gapsOf } = require('./gaps.js');
const { learn } = require('./learn.js');
const { graphOfRun } = require('./merge.js');

const MOST_POINTS = 1000; // of a process or thread
const MOST_GRAPHS = 32; // of runs with points that no run before has had
const AGAIN = 0.5; // for each time that a gap was tried in vain
const MOST_TRIES = 3;
const LEAST_WEIGHT = 0.1;
const MARGIN_MS = 250; // by which a hold may last longer than planned: the event comes late on a slow machine
const ELSEWHERE_MS = 750; // the same, in real time
const STALL_MARGIN_MS = 2;

class Planner {
  #graphs = [];
  #known = new Set(); // keys of points
  #plainSites = new Set(); // call sites of runs without constraints
  #isDone = false;

  /**
   * Takes in the traces (lib/trace/read.js) of a run that passed, or failed without delays. `asked`: what next() has
   * returned for it.
   */
  observe(traces, { isPlain, asked = [] }) {
    const graph = graphOfRun(traces, MOST_POINTS);
    const order = orderOf(graph.points);
    for (const known of this.#graphs) {
      for (const gap of known.gaps) if (!gap.isShown) gap.isShown = isShownIn(order, known.points, gap);
    }
    learn(asked, order);
    this.#add(graph, isPlain);
  }

  #add(graph, isPlain) {
    const { points } = graph;
    const fresh = new Set(points.filter(({ key }) => !this.#known.has(key)));
    if (fresh.size === 0 || this.#graphs.length >= MOST_GRAPHS) return;
    for (const { key, site } of fresh) {
      this.#known.add(key);
      if (isPlain) this.#plainSites.add(site);
    }
    const isNew = ({ site }) => !this.#plainSites.has(site);
    const isFresh = ({ point, event }) => fresh.has(points[point]) || fresh.has(points[event]);
    const gaps = gapsOf(graph, isNew).filter(isFresh);
    for (const gap of gaps) Object.assign(gap, { isShown: false, tries: 0 });
    this.#graphs.push({ ...graph, gaps });
  }

  /**
   * Returns {holds, asked} for the next run: the constraints as delays of a schedule, and the same for observe(). They
   * are for gaps that are left, or if nothing is left to try they are two or three by chance, by `seed`. Nothing is
   * held for longer than `longest` ms, as far as is known.
   */
  next(longest, seed) {
    const asked = this.#forGaps(longest);
    if (asked.length === 0) {
      this.#isDone = true;
      const [graph] = this.#graphs;
      if (graph) for (const hold of combined(graph, graph.gaps, { seed, longest })) asked.push({ graph, ...hold });
    }
    return { holds: asked.map(holdOf), asked };
  }

  /** True when each gap was shown, was tried in vain, or is out of reach. */
  get isDone() {
    return this.#isDone;
  }

  // A point is held once, also where several graphs have it.
  #forGaps(longest) {
    const asked = new Map();
    for (const graph of this.#graphs) {
      const { points } = graph;
      for (const hold of this.#choose(graph, longest, asked)) asked.set(points[hold.point].key, { graph, ...hold });
    }
    return [...asked.values()];
  }

  #choose(graph, longest, taken) {
    const left = graph.gaps.filter(({ point, isShown, tries }) => (
      !isShown && tries < MOST_TRIES && !taken.has(graph.points[point].key)));
    if (left.length === 0) return [];
    const gaps = withoutDoubts(left.map((gap) => ({ ...gap, gap, weight: gap.weight * AGAIN ** gap.tries })));
    const { holds, shown } = new Choice(graph, gaps, longest).choose();
    for (const { gap } of shown) gap.tries++;
    return holds;
  }

  /**
   * Returns {all, shown, impossible, beyond, left}: how many gaps there are, were shown, did not come about when they
   * were tried, are out of reach (they would contradict each other, or take too long), and are left.
   */
  get coverage() {
    const gaps = this.#graphs.flatMap((graph) => graph.gaps);
    const shown = gaps.filter(({ isShown }) => isShown).length;
    const impossible = gaps.filter(({ isShown, tries }) => !isShown && tries >= MOST_TRIES).length;
    const untried = gaps.length - shown - impossible;
    const [beyond, left] = this.#isDone ? [untried, 0] : [0, untried];
    return { all: gaps.length, shown, impossible, beyond, left };
  }
}

// A doubtful gap is tried once nothing else is worth a run: its hold delays the points of other gaps.
function withoutDoubts(gaps) {
  const sure = gaps.filter(({ isDoubtful }) => !isDoubtful);
  const isWorthIt = sure.some(({ weight }) => weight > LEAST_WEIGHT);
  return isWorthIt ? gaps.filter(({ isDoubtful, isRisky }) => !isDoubtful || isRisky) : gaps;
}

// Returns the positions of points by their keys.
function orderOf(points) {
  const happened = [...points.entries()].filter(([, { isLimit }]) => !isLimit);
  return new Map(happened.map(([at, { key }]) => [key, at]));
}

// A stall lasts for its time, and until what it is for has come. Other holds end with their events.
function holdOf({ graph: { points }, point, events, ms }) {
  const { name, phase, place, stall } = points[point];
  const awaited = events.map((event) => points[event]);
  const keys = awaited.map((event) => `${event.place === place ? '' : `${event.place} `}${keyOf(event)}`);
  if (stall) return { name, phase, place, delay: Math.ceil(ms + STALL_MARGIN_MS), until: keys };
  const margin = awaited.some((event) => event.place !== place) ? ELSEWHERE_MS : MARGIN_MS;
  return { name, phase, place, delay: Math.ceil(ms + margin), after: keys };
}

function isShownIn(order, points, { cause, event, point }) {
  const [at, later] = [order.get(points[event].key), order.get(points[point].key)];
  if (!(at < later)) return false;
  return cause < 0 || order.get(points[cause].key) < at;
}

module.exports = { Planner };
