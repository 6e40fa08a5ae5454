'use strict';
// The graph of causes of one run: what each of its points (points.js) follows from. `hard` causes always come first: a
// task's end follows its start, what a connection brings keeps its order, and what a turn of the event loop begins
// follows from what began that turn. A `soft` cause is only likely: what arrives was sent in an earlier turn, and the
// trace does not say in which. An attempt to turn it round shows whether it is one.
const { ACCEPTED, arrivalOf, connectionsOf, otherEndOf } = require('../analysis/causes.js');
const { ownerOf } = require('../names/name.js');

const AT_ONCE_MS = 5; // a loaded machine takes longer for what is ready at once
// Matches names of events that come from another process or thread, after its own time.
const OUTSIDE = /(?:^|\/)(?:child|pipe|watch|message)#[0-9]+\/|\.exit@/;
const TURNS = new Set(['end', 'call', 'arrival', 'timer', 'exit']);
// The kinds for which the trace says when the program asked for them. Nobody knows when an arrival was sent.
const OWN = new Set(['start', 'call', 'effect', 'timer', 'stall']);
// The start of a child's program, which runs no code of its parent's.
const CHILD = /\/child#[0-9]+\/ready#[0-9]+$/;
const SENDS = /\.(?:write|writev|shutdown|_write|_writev|_final|send)$/;

// Returns a function of a line for the last of `marks`, {at, line}, before that line; undefined: there is none.
function lastBefore(marks) {
  return (line) => {
    let [low, high] = [0, marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (marks[middle].line < line) low = middle + 1;
      else high = middle;
    }
    return marks[low - 1];
  };
}

function turnsOf(points) {
  const isTurn = ({ kind, name, stall, isLimit }) => (
    (TURNS.has(kind) || stall === 'turn') && !isLimit && !CHILD.test(name));
  const turns = [...points.entries()].filter(([, point]) => isTurn(point));
  const last = lastBefore(turns.map(([at, { line }]) => ({ at, line })));
  return (line) => last(line)?.at ?? -1;
}

// Returns how long after its cause, which came at `since`, a point comes by the program's clock. The time that the
// program's first turn takes is no wait; its tasks keep their order.
function gapOf({ kind, due, after = 0, name, t, line }, since) {
  if (kind === 'timer') return Math.max(due ?? 0, 1) + after;
  if (kind === 'stall') return 0;
  const isFirst = since === undefined && (CHILD.test(name) || !OUTSIDE.test(name));
  if (isFirst) return kind === 'start' ? line / 1000 : AT_ONCE_MS;
  const gap = Math.max(0, t - (since ?? 0));
  return comesFromOutside({ kind, name }) ? gap : Math.min(gap, AT_ONCE_MS);
}

// As arrivalOf(), of any point.
const arrivalAt = ({ kind, name }) => (kind === 'arrival' ? arrivalOf(name) : {});

// Returns the name of the queue in which Node or the kernel keeps the order of a point and others; undefined: none.
function queueOf({ kind, name, owner, place, object }) {
  if (kind === 'timer' || kind === 'stall') return undefined; // the clock orders them
  if (object !== undefined) return `${place} ${object}`;
  return kind === 'arrival' ? arrivalOf(name).connection ?? owner : owner;
}

// Knows with which arrival at its listener each connection within the process was accepted, by its own name, that of
// the end that has connected.
class Accepts {
  #byConnection = new Map();
  #byArrival = new Map();

  constructor({ listeners }) {
    const counts = new Map();
    for (const [end, listener] of listeners) {
      counts.set(listener, (counts.get(listener) ?? 0) + 1);
      if (!end.endsWith(ACCEPTED)) continue;
      const [connection, arrival] = [end.slice(0, -ACCEPTED.length), `${listener}/ready#${counts.get(listener)}`];
      this.#byConnection.set(connection, arrival);
      this.#byArrival.set(arrival, connection);
    }
  }

  has(connection) {
    return this.#byConnection.has(connection);
  }

  /** Returns the connection that was accepted with the arrival; undefined: none was. */
  connectionOf(arrival) {
    return this.#byArrival.get(arrival);
  }
}

class Finder {
  #points;
  #turnAt;
  #sentBefore;
  #connections;
  #accepts;
  #sent = new Map(); // by connection: {lines, next}, when something was sent on it, and the first that is not taken
  #made = new Map(); // by connection: the line of the call that connects
  #last = new Map(); // by queue: the last point
  #starts = new Map(); // by the name of a task: the point at which it starts
  #meetings = new Map(); // by connection: the points with which its two ends were there
  #firstEnds = new Map(); // by the point with which the second end of a connection was there: that of the first one

  constructor(points, trace) {
    this.#points = points;
    this.#turnAt = turnsOf(points);
    const sends = trace.operations.filter(({ phase, api }) => phase === 'action' && SENDS.test(api));
    this.#sentBefore = lastBefore(sends.map(({ line }) => ({ line })));
    this.#connections = connectionsOf(trace);
    this.#accepts = new Accepts(this.#connections);
    for (const { type, name, line } of trace.sent) {
      if (type === 'connect') this.#made.set(name, line);
      else if (this.#sent.has(name)) this.#sent.get(name).lines.push(line);
      else this.#sent.set(name, { lines: [line], next: 0 });
    }
  }

  // Returns the queues that a point is behind, of other things than its own.
  #madeBy({ kind, name, owner }) {
    if (kind !== 'arrival') return [];
    const { callers, listeners } = this.#connections;
    const { connection, count } = arrivalOf(name);
    const call = ownerOf(name);
    const accepted = connection === owner ? callers.get(owner)?.[count - 1] : listeners.get(connection);
    const own = [call, `${call}/child#1`].filter((queue) => queue !== owner);
    return accepted === undefined ? own : [accepted, ...own];
  }

  // Notes the point if it is an end of a connection within the process that has just come to be there.
  #meet(at) {
    const { kind, name } = this.#points[at];
    if (kind !== 'arrival') return;
    const { connection, count } = arrivalOf(name);
    const isOwn = this.#accepts.has(connection) && count === 1;
    const met = isOwn ? connection : this.#accepts.connectionOf(name);
    if (met === undefined) return;
    this.#points[at].meeting = met;
    const ends = [...this.#meetings.get(met) ?? [], at];
    this.#meetings.set(met, ends);
    if (ends.length === 2) this.#firstEnds.set(at, ends[0]);
  }

  // Neither end of a connection hears anything from the other one before both are there.
  #metBefore(point) {
    const { connection, count } = arrivalAt(point);
    if (connection === undefined) return [];
    const isAccepted = connection.endsWith(ACCEPTED);
    const isFirst = isAccepted ? count === 1 : count === 2;
    const own = isAccepted ? otherEndOf(connection) : connection;
    return isFirst ? this.#meetings.get(own) ?? [] : [];
  }

  // Code that needs both ends of a connection goes on with the second one, so it likely follows from both.
  #otherEndOf(turn) {
    return this.#firstEnds.get(turn);
  }

  // The other end of a connection within the process: what comes there is answered as a rule.
  #peerOf(point) {
    const { connection } = arrivalAt(point);
    return connection === undefined ? undefined : this.#last.get(otherEndOf(connection));
  }

  // Returns the turn in which this thread sent what arrives, or made the connection; undefined: it did neither. The
  // arrival before took everything sent until then, so this one needs the first thing sent since.
  #sentTo(point, before) {
    const { connection, count } = arrivalAt(point);
    if (connection === undefined) return undefined;
    const isFirst = count === 1 && !connection.endsWith(ACCEPTED);
    const made = this.#made.get(this.#accepts.connectionOf(point.name) ?? (isFirst ? connection : undefined));
    const line = made ?? (isFirst ? undefined : this.#nextSent(otherEndOf(connection), before));
    return line < point.set ? this.#turnAt(line) : undefined;
  }

  #nextSent(connection, before) {
    const sent = this.#sent.get(connection);
    if (sent === undefined) return undefined;
    const since = before === undefined ? 0 : this.#points[before].line;
    while (sent.lines[sent.next] <= since) sent.next++;
    return sent.lines[sent.next];
  }

  // The turn in which what arrives was most likely sent. Behind the arrival before it nothing else is known.
  #sentIn({ set }, before) {
    const sent = this.#sentBefore(set);
    const turn = sent ? this.#turnAt(sent.line) : -1;
    return turn > (before ?? -1) ? turn : this.#turnAt(set);
  }

  get turnAt() {
    return this.#turnAt;
  }

  // Returns {hard, soft}: lists of {at, gap}.
  causesOf(at) {
    const point = this.#points[at];
    const { kind, set } = point;
    const queue = queueOf(point);
    const before = this.#last.get(queue);
    const peer = this.#peerOf(point);
    const kept = [queue, ...this.#madeBy(point)].map((one) => this.#last.get(one)).filter((one) => one !== undefined);
    if (queue !== undefined) this.#last.set(queue, at);
    const hard = new Map(kind === 'start' || kind === 'end' || kind === 'call' ? [] : kept.map((one) => [one, 0]));
    const soft = new Map();
    const isOwn = OWN.has(kind);
    const sent = isOwn ? undefined : this.#sentTo(point, before);
    const isKnown = isOwn || sent !== undefined;
    const turn = sent ?? (isOwn ? this.#turnAt(set) : this.#sentIn(point, before));
    const otherEnd = isOwn ? this.#otherEndOf(turn) : undefined;
    for (const met of this.#metBefore(point)) hard.set(met, 0);
    this.#meet(at);
    const gap = gapOf(point, this.#points[turn]?.t);
    if (kind !== 'end' && turn !== at) (isKnown ? hard : soft).set(turn, gap);
    if (kind === 'start') this.#starts.set(point.name, at);
    if (kind === 'end') this.#addStart(hard, point);
    if (otherEnd !== undefined) soft.set(otherEnd, 0);
    if (peer !== undefined && !isKnown) soft.set(peer, Math.min(soft.get(peer) ?? 0, AT_ONCE_MS));
    for (const one of hard.keys()) soft.delete(one);
    return { hard: listOf(hard), soft: listOf(soft) };
  }

  // One call may have several tasks at a time.
  #addStart(hard, point) {
    const at = this.#starts.get(point.name);
    if (at !== undefined) hard.set(at, gapOf(point, this.#points[at].t));
  }
}

const listOf = (causes) => [...causes].map(([at, gap]) => ({ at, gap }));

/**
 * Returns the graph of one process or thread: {points, hard, soft, turnAt}. `hard[i]` and `soft[i]` are the causes of
 * point i, each {at, gap}: the position of the cause, -1 for the program's start, and by how many milliseconds of the
 * program's clock the point comes after it. `turnAt` takes a line of the trace and returns the position of the turn
 * that wrote it, -1 before all turns.
 */
function graphOf(points, trace) {
  const finder = new Finder(points, trace);
  const causes = points.map((_, at) => finder.causesOf(at));
  const { turnAt } = finder;
  return { points, hard: causes.map(({ hard }) => hard), soft: causes.map(({ soft }) => soft), turnAt };
}

/** True if a point comes from another process or thread, in its own time. */
const comesFromOutside = ({ kind, name }) => (kind === 'exit' || OUTSIDE.test(name)) && !CHILD.test(name);

module.exports = { AT_ONCE_MS, CHILD, OWN, comesFromOutside, graphOf };
