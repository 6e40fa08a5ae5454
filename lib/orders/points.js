'use strict';
// The points of a run: what its trace says a program sees, in the order in which it saw them. A point is an event (a
// task of the pool or a call has ended, something has arrived, a timer has fired, a child has ended), the start of a
// task, which is when the task looks at a file or changes it, or an effect.
const { kindsIn } = require('../analysis/kinds.js');
const { addTouched, changesFiles } = require('../analysis/touched.js');
const { keyOf } = require('../names/key.js');
const { changes, readName, resourceOf, siteOf, streamOf } = require('../names/name.js');

const TICK = /^(.*\/tick#)([0-9]+)$/s;
const MOST_TICKS = 8; // of an interval that was cleared
const LONGEST_MS = 500; // for which an operation is usually held at most
const TIMER = /^set|[tT]imeout$|Interval$/;
// Phases of what code of the program does or has called.
const CODE = new Set(['registration', 'action', 'callback', 'event', 'promise', 'timer']);

// Returns the purpose of a stall. `turn`: other things come before immediates or closing callbacks. `timer`: other
// timers fire together with the one that it is before. `event`: the same before an event that is ready. `short`: the
// timer that was just set comes before all else. `thread`: a worker begins late.
function stallOf({ phase, api, name }) {
  if (phase !== 'stall') return undefined;
  if (name.endsWith('/after#1')) return 'short';
  if (api === 'setImmediate' || api === 'turn') return 'turn';
  if (api === 'thread') return 'thread';
  return TIMER.test(api) ? 'timer' : 'event';
}

function filesOf(operation, cwd) {
  if (operation.file === undefined) return undefined;
  const files = new Map();
  addTouched(files, operation, cwd);
  return files;
}

// Returns where a point stands among all: the time that its trace says, of a start that was not delayed when it was
// submitted. A timer that was cleared stands where that was done, and would have come when it was due.
function momentOf(kind, operation, { run, cancel }) {
  if (run) return { line: run.line, t: run.t };
  if (kind === 'start' || kind === 'effect') return { line: operation.line, t: operation.t };
  if (cancel && operation.due !== undefined) return { line: cancel.line, t: cancel.t, isLimit: true };
  return undefined;
}

// The calls of an object come one after the other: "fs.ReadStream.read@a.js:2:1/1#7".
const chainOf = (owner) => (readName(owner).object === undefined ? owner : owner.replace(/#[0-9]+$/, ''));

function pointOf(kind, operation, moment, place) {
  const owner = streamOf(operation.name);
  const { name, phase, due, object, id } = operation;
  return {
    key: `${place} ${keyOf({ name, phase })}`,
    place, name, phase, kind, owner, due, object, operation: id,
    chain: `${place} ${chainOf(owner)}`,
    site: siteOf(owner),
    resource: resourceOf(owner),
    changes: changes(owner),
    stall: stallOf(operation),
    isHeld: kind !== 'timer', // timers come when they are due: it is other operations that are late
    set: operation.line,
    began: operation.t,
    ...moment,
  };
}

// The start and the end of a task touch the same files.
function addFiles(points, operations, cwd) {
  const files = new Map();
  for (const operation of operations) {
    const touched = filesOf(operation, cwd);
    if (touched) files.set(operation.name, touched);
  }
  for (const point of points) {
    const touched = files.get(point.name);
    if (!touched) continue;
    point.files = touched;
    point.changes = changesFiles(touched);
  }
}

// Notes of each point that begins a turn whether the program is known to do something there.
function addActs(points, operations) {
  const lines = operations.filter(({ phase }) => CODE.has(phase)).map(({ line }) => line).sort((a, b) => a - b);
  let next = 0;
  for (const [at, point] of points.entries()) {
    const end = points[at + 1]?.line ?? Infinity;
    while (next < lines.length && lines[next] <= point.line) next++;
    point.acts = lines[next] < end || (point.kind === 'timer' && !point.isLimit);
  }
}

// An interval that was cleared would have ticked on: what it does at a later tick is not what it does at the next one.
function* ticksAfter({ key, name, ...point }) {
  const [, interval, tick] = TICK.exec(name) ?? [];
  if (!point.isLimit || interval === undefined || !(point.due > 0)) return;
  for (let further = 1; further <= MOST_TICKS && point.due * further <= LONGEST_MS; further++) {
    const later = `${interval}${Number(tick) + further}`;
    yield { ...point, name: later, key: key.replace(name, () => later), after: point.due * further };
  }
}

// A timer is held by a stall of its thread, where the trace says that something else could come meanwhile.
function addStallsOfTimers(points) {
  const stalls = new Map(points.filter(({ stall }) => stall === 'timer').map((point) => [point.name, point]));
  for (const point of points) {
    const stall = point.kind === 'timer' && !point.isLimit ? stalls.get(`${point.name}/before#1`) : undefined;
    if (!stall) continue;
    point.isHeld = true;
    point.heldBy = stall;
  }
}

/**
 * Returns the points of a trace (lib/trace/read.js), at most `most`, the first ones: {key, place, name, phase, kind,
 * owner, chain, site, files, changes, due, after, isHeld, heldBy, isLimit, acts, set, began, line, t}. `place` names
 * the process and thread among those of the command, `chain` is the same for all steps of a call or of an object.
 * `heldBy`, of a timer: the stall that holds it. `set` is the line at which the operation was known of, `line` that at
 * which it happened.
 */
function pointsOf(trace, place, most = Infinity) {
  const { header, operations, runs, cancels } = trace;
  const ran = new Map();
  for (const run of runs) if (!ran.has(keyOf(run))) ran.set(keyOf(run), run);
  const cancelled = new Map(cancels.map((cancel) => [keyOf(cancel), cancel]));
  const kindOf = kindsIn(trace);
  const points = [];
  const seen = new Set();
  for (const operation of operations) {
    const kind = kindOf(operation);
    const key = keyOf(operation);
    if (kind === undefined || seen.has(key)) continue;
    const moment = momentOf(kind, operation, { run: ran.get(key), cancel: cancelled.get(key) });
    if (!moment) continue; // the process ended before
    if (points.length >= most) break;
    seen.add(key);
    const point = pointOf(kind, operation, moment, place);
    points.push(point, ...ticksAfter(point));
  }
  addStallsOfTimers(points);
  addFiles(points, operations, header?.cwd);
  points.sort((a, b) => a.line - b.line);
  addActs(points, operations);
  return points;
}

module.exports = { pointsOf };
