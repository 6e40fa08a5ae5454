'use strict';
// Plans the runs of a campaign from the traces of the runs before. It knows the points of the program (points.js), what
// follows from what (graph.js, merge.js), and which gaps (gaps.js) the runs have shown. Each run gets a set of
// constraints.
const { Alone } = require('./alone.js');
const { behindCauses } = require('./between.js');
const { keyOf } = require('../names/key.js');
const { Choice } = require('./choice.js');
const { combined, randomOf } = require('./combine.js');
const { MOST_TRIES, coverageOf } = require('./coverage.js');
const { gapsOf } = require('./gaps.js');
const { learn } = require('./learn.js');
const { comesFromOutside } = require('./graph.js');
const { graphOfRun } = require('./merge.js');
const { Names } = require('./names.js');
const { segmentsOf } = require('./segments.js');

const MOST_POINTS = 20_000; // of a process or thread
const MOST_GRAPHS = 32; // of runs with points that no run before has had
const AGAIN = 0.5; // for each time that a gap was tried in vain
const LEAST_WEIGHT = 0.1;
const MARGIN_MS = 250; // by which a hold may last longer than planned: the event comes late on a slow machine
const ELSEWHERE_MS = 750; // the same, in real time
const MOST_ELSEWHERE_MS = 2400;
const OF_PLAIN_RUN = 0.75; // of the runs by chance
const STALL_MARGIN_MS = 2;

class Planner {
  #graphs = [];
  #known = new Set(); // keys of points
  #names = new Names();
  #plainSites = new Set(); // call sites of runs without constraints
  #isDone = false;
  #round = 0;
  #plainMs = 0; // the time of a run without constraints
  #workers;
  #alone = new Alone();

  /** `workers`: of the pool, undefined for as many as Node.js has by default. */
  constructor({ workers } = {}) {
    this.#workers = workers;
  }

  /**
   * Takes in the traces (lib/trace/read.js) of a run that passed, or failed without delays. `asked`: what next() has
   * returned for it.
   */
  observe(traces, { isPlain, asked = [] }) {
    const graph = graphOfRun(traces, MOST_POINTS);
    this.#names.see(graph.points);
    const order = orderOf(graph.points);
    for (const known of this.#graphs) {
      for (const gap of known.gaps) if (!gap.isShown) gap.isShown = isShownIn(order, known.points, gap);
    }
    if (isPlain) this.#plainMs = Math.max(this.#plainMs, graph.points.at(-1)?.t ?? 0);
    learn(asked, { points: graph.points, order });
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
    for (const gap of gaps) Object.assign(gap, { isShown: false, tries: 0, worth: gap.weight, whole: gap });
    this.#graphs.push({ ...graph, gaps });
  }

  /**
   * Returns {holds, asked} for the next run: the constraints as delays of a schedule, and the same for observe(). They
   * are for gaps that are left, or if nothing is left to try as draw() returns them. Nothing is held for longer than
   * `longest` ms, as far as is known.
   */
  next(longest, seed) {
    this.#round++;
    const asked = this.#forGaps(longest);
    this.#isDone = asked.length === 0;
    return this.#isDone ? this.draw(longest, seed) : this.#schedule(asked);
  }

  /** Returns the same for orders that do not meddle with one another (alone.js), by `seed`. */
  alone(longest, seed) {
    const longestIn = (graph) => this.#longestIn(graph, longest);
    const how = { random: randomOf(seed), longestIn, workers: this.#workers };
    return this.#schedule(this.#alone.choose(this.#graphs, how));
  }

  /** Returns the same by chance, by `seed`, whether or not a run has shown those orders. */
  draw(longest, seed) {
    if (this.#graphs.length === 0) return { holds: [], asked: [] };
    const random = randomOf(seed);
    const graph = this.#graphs[random() < OF_PLAIN_RUN ? 0 : Math.floor(random() * this.#graphs.length)];
    const about = { seed, longest: this.#longestIn(graph, longest), workers: this.#workers };
    return this.#schedule(combined(graph, graph.gaps, about).map((hold) => ({ graph, ...hold })));
  }

  #schedule(asked) {
    return { holds: withCauses(asked).map((one) => holdOf(one, this.#plainMs)), asked };
  }

  /** False if no run has had an event that could be held by a plan, such as without the loop engine. */
  get sees() {
    return this.#graphs.some(({ points }) => points.some(({ kind, isHeld }) => isHeld && kind !== 'exit'));
  }

  /** True if each gap was shown, was tried in vain or is out of reach, and nothing is left to try alone. */
  get isAllDone() {
    return this.#isDone && this.#alone.isDoneWith(this.#graphs);
  }

  // A point is held once, also where several graphs have it.
  #forGaps(longest) {
    const asked = new Map();
    for (const graph of this.#graphs) {
      const { points } = graph;
      for (const hold of this.#choose(graph, longest, asked)) {
        const keys = hold.events.map((event) => points[event].key);
        asked.set(points[hold.point].key, { graph, ...hold, keys });
      }
    }
    return [...asked.values()];
  }

  #choose(graph, longest, taken) {
    const left = graph.gaps.filter(({ point, isShown, isImpossible, tries }) => (
      !isShown && !isImpossible && tries < MOST_TRIES && !taken.has(graph.points[point].key)));
    if (left.length === 0) return [];
    const pieces = segmentsOf(graph, withoutDoubts(left), this.#round);
    const limits = { longest: this.#longestIn(graph, longest), isPiece: pieces.length > 1, workers: this.#workers };
    return pieces.flatMap((piece) => this.#chooseIn(piece, { ...limits, fixed: fixedIn(piece, taken) }));
  }

  #chooseIn(piece, limits) {
    if (piece.gaps.length === 0) return [];
    const { holds, shown } = new Choice(piece, piece.gaps, limits).choose();
    for (const { whole: gap } of shown) {
      gap.weight *= AGAIN;
      gap.tries++;
    }
    const { from } = piece;
    const inWhole = (at) => at + from;
    return holds.map(({ point, events, ms }) => ({ point: inWhole(point), events: events.map(inWhole), ms }));
  }

  // Events of another process come in real time, which a loaded machine has less of.
  #longestIn({ points }, longest) {
    const hasOthers = points.some((point) => comesFromOutside(point) || isOther(point.place, points[0].place));
    return hasOthers ? Math.max(longest, this.#plainMs) : longest;
  }

  /** Returns how many orders there are (coverage.js). */
  get coverage() {
    return coverageOf(this.#graphs, this.#isDone);
  }
}

const isOther = (one, other) => one.replace(/t[0-9]+$/, '') !== other.replace(/t[0-9]+$/, '');

// Returns the constraints with those that keep their events behind what the points follow from.
function withCauses(asked) {
  const all = new Map(asked.map((one) => [one.graph.points[one.point].key, one]));
  for (const graph of new Set(asked.map((one) => one.graph))) {
    for (const hold of behindCauses(graph, asked.filter((one) => one.graph === graph))) {
      const { key } = graph.points[hold.point];
      const own = all.get(key);
      if (!own) all.set(key, { graph, ...hold });
      else if (own.graph === graph) all.set(key, { ...own, events: [...new Set([...own.events, ...hold.events])] });
    }
  }
  return [...all.values()];
}

// Returns the constraints that other graphs have asked for already, by the positions of their points in this one.
function fixedIn({ points }, asked) {
  if (asked.size === 0) return new Map();
  const positions = new Map(points.map(({ key }, at) => [key, at]));
  const placed = [...asked].map(([key, { keys }]) => [positions.get(key), keys.map((one) => positions.get(one))]);
  return new Map(placed.filter(([point, events]) => point !== undefined && !events.includes(undefined)));
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
function holdOf({ graph: { points }, point, events, ms }, plainMs) {
  const { place, isOnly, heldBy } = points[point];
  const { name, phase, stall } = heldBy ?? points[point];
  const awaited = events.map((event) => points[event]);
  const keys = awaited.map((event) => `${event.place === place ? '' : `${event.place} `}${keyOf(event)}`);
  const held = { name, phase, place, ...(isOnly && { tier: 'site', nth: 1 }) };
  if (stall) return { ...held, delay: Math.ceil(ms + STALL_MARGIN_MS), ...(keys.length > 0 && { until: keys }) };
  const isElsewhere = awaited.some((event) => event.place !== place || comesFromOutside(event));
  const margin = isElsewhere ? Math.max(ELSEWHERE_MS, Math.min(plainMs, MOST_ELSEWHERE_MS)) : MARGIN_MS;
  return keys.length > 0 ? { ...held, delay: Math.ceil(ms + margin), after: keys } : { ...held, delay: Math.ceil(ms) };
}

function isShownIn(order, points, { cause, event, point }) {
  const [at, later] = [order.get(points[event].key), order.get(points[point].key)];
  if (!(at < later)) return false;
  return cause < 0 || order.get(points[cause].key) < at;
}

module.exports = { Planner };
