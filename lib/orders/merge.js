'use strict';
// The graph of a whole command: those of its processes and threads, and what they follow from in one another. A child
// and a worker begin when their parent has made them. What a connection brings was sent in a turn that is known. What
// comes from another process or thread in another way was most likely sent in its last turn before.
const { withoutLikeSteps } = require('./classes.js');
const { AT_ONCE_MS, CHILD, graphOf } = require('./graph.js');
const { Links } = require('./links.js');
const { ownerOf, readName } = require('../names/name.js');
const { pointsOf } = require('./points.js');

const PARENT = /^(.*)(?:\.([0-9]+)|t([0-9]+))$/;
const FROM_CHILD = /\/pipe#[0-9]+\/ready#[0-9]+$|\.exit@/;
const FROM_PARENT = /^(?:pipe|stream)#[0-9]+\/ready#[0-9]+$/;
const MESSAGE = /(?:^|\/)message#[0-9]+\/ready#[0-9]+$/;
const ACTS = new Set(['end', 'call', 'arrival', 'timer', 'exit', 'start', 'effect', 'stall']);

const acts = ({ kind, isLimit }) => ACTS.has(kind) && !isLimit;

const placeOf = ({ header }, at) => header?.place ?? String(at);

/** Returns {parent, child, thread} of a place: "0.1", and 2 or undefined, of "0.1.2"; `thread` is 3 of "0.1t3". */
function parentOf(place) {
  const [, parent, child, thread] = PARENT.exec(place) ?? [];
  return { parent, child: child && Number(child), thread: thread && Number(thread) };
}

// Returns the processes and threads of a run, {place, trace, points, began}: `began` in ms after the first one.
function partsOf(traces, most) {
  const areExact = traces.every(({ header }) => header?.clock > 0);
  const starts = traces.map(({ header }) => (areExact ? header.clock : Date.parse(header?.started) || 0));
  const first = Math.min(...starts.filter(Boolean), Infinity);
  return traces.map((trace, at) => {
    const place = placeOf(trace, at);
    return { place, trace, points: pointsOf(trace, place, most), began: starts[at] ? starts[at] - first : 0 };
  });
}

class Merger {
  #parts;
  #order; // {part, at}, in the order of time
  #global = []; // by part: the positions of its points in the whole
  #origins = new Map(); // by part: the points that it begins with
  #children = new Map(); // by part
  #acting; // by part: the positions of the points that act, in their order
  #links;
  #graphs; // by part (graph.js)

  constructor(parts) {
    this.#parts = parts;
    const all = parts.flatMap(({ points, began }, number) => points.map(({ t }, at) => ({ number, at, t: t + began })));
    this.#order = all.sort((a, b) => a.t - b.t || a.number - b.number || a.at - b.at);
    this.#global = parts.map(({ points }) => Array.from({ length: points.length }, () => -1));
    for (const [whole, { number, at }] of this.#order.entries()) this.#global[number][at] = whole;
    this.#acting = parts.map(({ points }) => [...points.keys()].filter((at) => acts(points[at])));
    this.#links = new Links(parts);
    this.#graphs = parts.map(({ points, trace }) => graphOf(points, trace));
  }

  graph() {
    const hard = [];
    const soft = [];
    for (const { number, at } of this.#order) {
      const origin = this.#beginOf(number, at);
      const local = (causes) => causes.map(({ at: cause, gap }) => (cause >= 0
        ? { at: this.#global[number][cause], gap }
        : { at: origin.at, gap: origin.at >= 0 ? this.#sinceOrigin(number, at, origin) : gap }));
      const sent = this.#sentTo(number, at);
      hard.push([...local(this.#graphs[number].hard[at]), ...sent ?? []]);
      soft.push(sent ? [] : this.#softOf(number, at) ?? local(this.#graphs[number].soft[at]));
    }
    const points = this.#order.map(({ number, at, t }) => ({ ...this.#parts[number].points[at], t }));
    return { points, hard, soft };
  }

  // Returns the turn in which another part sent what arrives at a point, a list of one; undefined: not known.
  #sentTo(number, at) {
    const sent = this.#links.sentTo(number, at);
    if (sent === undefined) return undefined;
    const { points, began } = this.#parts[sent.part];
    const turn = this.#graphs[sent.part].turnAt(sent.line);
    const from = turn < 0 ? this.#beginOf(sent.part, turn)
      : { at: this.#global[sent.part][turn], t: points[turn].t + began };
    if (from.at >= this.#global[number][at]) return undefined; // the trace has noted the send too late
    const own = this.#parts[number];
    return [{ at: from.at, gap: Math.max(0, own.points[at].began + own.began - from.t) }];
  }

  // Returns the origin of a point that follows from nothing else in its process or thread.
  #beginOf(number, at) {
    if (!this.#origins.has(number)) {
      const start = this.#parts[number].points.findIndex(({ stall }) => stall === 'thread');
      this.#origins.set(number, { start, made: this.#originOf(number), begun: this.#startOf(number, start) });
    }
    const { start, made, begun } = this.#origins.get(number);
    return start < 0 || start === at ? made : begun;
  }

  #startOf(number, start) {
    const { points, began } = this.#parts[number];
    return start < 0 ? undefined : { at: this.#global[number][start], t: points[start].t + began };
  }

  // How long after the origin of its process a point comes that follows from nothing else there.
  #sinceOrigin(number, at, origin) {
    const { points, began } = this.#parts[number];
    const point = points[at];
    const set = Math.max(0, point.began + began - origin.t);
    return point.kind === 'timer' ? set + (point.due ?? 0) + (point.after ?? 0) : set;
  }

  // Returns what a process or thread was made by: {at, t}; -1: the command's start.
  #originOf(number) {
    const { place } = this.#parts[number];
    const { parent, child, thread } = parentOf(place);
    const from = this.#parts.findIndex((part) => part.place === parent);
    if (from < 0) return { at: -1, t: 0 };
    const { points, began, trace } = this.#parts[from];
    const made = thread === undefined
      ? this.#childrenOf(from)[child - 1]
      : this.#lastBefore(from, trace.made.find((line) => line.thread === thread)?.t ?? 0);
    if (made === undefined || made < 0) return { at: -1, t: 0 };
    return { at: this.#global[from][made], t: points[made].t + began };
  }

  // Returns the position in its part of the last point before `t`, of that part's clock, that acts; -1: none does.
  #lastBefore(number, t) {
    const { points } = this.#parts[number];
    const acting = this.#acting[number];
    let [low, high] = [0, acting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[acting[middle]].t < t) low = middle + 1;
      else high = middle;
    }
    return acting[low - 1] ?? -1;
  }

  // Returns the likely causes of what comes from another process or thread; undefined: it does not, as far as is known.
  #softOf(number, at) {
    const { points, began } = this.#parts[number];
    const { name, began: known } = points[at];
    const senders = this.#sendersOf(number, at);
    if (senders.length === 0) return FROM_CHILD.test(name) ? this.#ofChild(number, at) : undefined;
    const sent = known + began;
    const own = this.#global[number][at];
    const causes = senders.map((from) => this.#lastOf(from, sent)).filter((last) => last.at >= 0 && last.at < own);
    const latest = causes.sort((a, b) => b.t - a.t)[0];
    return latest && [{ at: latest.at, gap: Math.min(latest.most, Math.max(0, sent - latest.t)) }];
  }

  // Returns {at, t, most}: the last point of a part before `t`, or what started the part if it has no point yet. What
  // the part sends there arrives within `most` ms.
  #lastOf(from, t) {
    const { points, began } = this.#parts[from];
    const last = this.#lastBefore(from, t - began);
    if (last < 0) return { ...this.#originOf(from), most: Infinity };
    return { at: this.#global[from][last], t: points[last].t + began, most: AT_ONCE_MS };
  }

  // Returns the positions of the points at which the children of a process begin.
  #childrenOf(number) {
    if (!this.#children.has(number)) {
      const { points } = this.#parts[number];
      this.#children.set(number, [...points.keys()].filter((at) => CHILD.test(points[at].name)));
    }
    return this.#children.get(number);
  }

  // A child that is no Node.js: what comes from it follows from its start, after its own time.
  #ofChild(number, at) {
    const { points } = this.#parts[number];
    const { name, t } = points[at];
    const call = ownerOf(name);
    const isOf = (index) => name.includes('.exit@') || points[index].name.startsWith(`${call}/`);
    const start = this.#childrenOf(number).findLast((index) => index < at && isOf(index)) ?? -1;
    return start < 0 ? undefined : [{ at: this.#global[number][start], gap: t - points[start].t }];
  }

  // Returns the parts that may have sent what a point is.
  #sendersOf(number, at) {
    const { place, points } = this.#parts[number];
    const { name } = points[at];
    const { site } = readName(name);
    // All children that one line of code starts may be meant.
    const isStarted = (child) => readName(points[this.#childrenOf(number)[child - 1]]?.name ?? '').site === site;
    const process = place.replace(/t[0-9]+$/, '');
    const among = (test) => [...this.#parts.entries()].filter(([, part]) => test(part.place)).map(([at]) => at);
    if (MESSAGE.test(name)) return among((other) => other !== place && other.replace(/t[0-9]+$/, '') === process);
    const isChild = ({ parent, child }) => parent === place && isStarted(child);
    if (FROM_CHILD.test(name)) return among((other) => isChild(parentOf(other)));
    if (FROM_PARENT.test(name)) return among((other) => parentOf(place).parent === other);
    return [];
  }
}

/**
 * Returns the graph of a run of a command, as graphOf() does, by the traces of its processes and threads, without the
 * steps that others stand for.
 */
function graphOfRun(traces, most) {
  return withoutLikeSteps(new Merger(partsOf(traces, most)).graph());
}

module.exports = { graphOfRun, parentOf };
