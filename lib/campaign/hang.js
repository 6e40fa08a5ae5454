'use strict';
// Describes what a run that did not end was doing. It looks at the processor time of its processes, and at the last
// second in their traces.
const fs = require('node:fs');

const { isBackground } = require('../analysis/background.js');
const { withOriginals } = require('../analysis/originals.js');
const { expectations, happenings } = require('../analysis/order.js');
const { keyOf } = require('../names/key.js');
const { SAMPLE_MS } = require('../process/load.js');

const RECENT_MS = 1000;

// Returns the operations that were expected and never carried out: their delay was not over, or no answer came.
function pendingOf(order) {
  const pending = order.filter((entry) => entry.lost && !isBackground(entry));
  return pending.map(({ name, api, site, phase, decided, delay }) => {
    return { name, api, site, phase, due: delay === undefined ? -Infinity : decided + delay };
  });
}

// A sort key: operations of the program's own code come before those of packages.
function remoteness({ site }) {
  return site && !/(^|\/)node_modules\//.test(site) ? 0 : 1;
}

const KEEPS_ALIVE = /^(net|tls|dgram|https?|http2|child_process|worker_threads)\./;

// Returns the sockets, servers, children and workers that did not close. No callback is pending for them, but they keep
// the process alive. The trace never shows that a server closes.
function openOf({ operations }) {
  const objects = new Map();
  for (const { object, api = '', site } of operations) {
    if (object === undefined || !KEEPS_ALIVE.test(api)) continue;
    const about = objects.get(object) ?? { kind: api.slice(0, api.lastIndexOf('.')), site };
    about.closed ||= /\.(close|exit)$/.test(api);
    objects.set(object, about);
  }
  return [...objects.values()].filter(({ closed }) => !closed).map(({ kind, site }) => ({ kind, site }));
}

const RECENT_LINES = 50_000;

// Returns one operation of each object that did not close yet.
function openOperations({ operations }) {
  const closed = new Set();
  const first = new Map();
  for (const operation of operations) {
    const { object, api = '' } = operation;
    if (object === undefined || !KEEPS_ALIVE.test(api)) continue;
    if (/\.(close|exit)$/.test(api)) closed.add(object);
    if (!first.has(object)) first.set(object, operation);
  }
  return [...first].filter(([object]) => !closed.has(object)).map(([, operation]) => operation);
}

/**
 * Returns `trace` without what describeHang() does not need: pending operations, open objects and the last lines stay.
 * A process that never ends may write a trace that does not fit into memory.
 */
function condensed(trace) {
  const order = expectations(trace);
  const after = Math.max(0, ...order.slice(-1).map(({ line }) => line), trace.runs.at(-1)?.line ?? 0) - RECENT_LINES;
  const open = new Set(openOperations(trace));
  const pendings = order.filter(({ lost, cancelled }) => lost && !cancelled);
  const pending = new Set(pendings.map(({ decidedLine }) => decidedLine));
  const operations = trace.operations.filter((entry) => {
    return entry.line > after || pending.has(entry.line) || open.has(entry);
  });
  const keys = new Set(operations.map(keyOf));
  const runs = trace.runs.filter((run) => keys.has(keyOf(run)));
  const cancels = trace.cancels.filter((cancel) => keys.has(keyOf(cancel)));
  return { ...trace, operations, runs, cancels };
}

// Returns handles of one kind that were opened at one place as one entry with their `count`.
function grouped(open) {
  const groups = new Map();
  for (const { kind, site } of open) {
    const key = `${kind} ${site}`;
    if (!groups.has(key)) groups.set(key, { kind, site, count: 0 });
    groups.get(key).count++;
  }
  return [...groups.values()];
}

function brief({ name, api, site, phase }) {
  return { name, api, site, phase };
}

// Timers of a test runner, such as limits and heartbeats, say nothing about the program.
function isTimerOfTheProgram(entry) {
  return entry.phase === 'timer' && !isBackground(entry) && remoteness(entry) === 0;
}

// With the clock `skip`, a process that waits for one far timer after another is busy advancing the clock. That is
// time in the system, so only the time in code counts.
function isBusy(load, traces, most = 0.5) {
  if (load === undefined) return false;
  const skips = traces.some(({ header }) => header?.options?.clock === 'skip');
  return load.all * (skips ? load.code : 1) > most;
}

function kindOf({ busy, pending, recent }) {
  if (pending.some(({ left }) => left > 0)) return 'slow';
  if (busy) return 'livelock';
  if (recent.some(({ phase }) => phase !== 'timer')) return 'slow';
  if (recent.some(isTimerOfTheProgram)) return 'livelock';
  return pending.some(isTimerOfTheProgram) ? 'waiting' : 'deadlock';
}

/**
 * Describes a hang: {kind, idleMs, waitingFor, open, last, inconclusive}. Kinds are
 *   deadlock  nothing happened any more
 *   waiting   only a timer was pending
 *   livelock  a process was busy, or only timers fired again and again
 *   slow      work was still done, or a delay was not over
 * A slow run is inconclusive, not a failure, unless the user set the timeout (`timeoutGiven`).
 */
function describeHang({ traces: all, load, ms, startedAt, timeoutGiven }) {
  const traces = all.filter(({ exit }) => !exit).map(withOriginals);
  // Each trace has its own clock, which began when the file was made.
  // A trace that ended at its limit is taken as it was then.
  const born = ({ file }) => Math.max(0, fs.statSync(file).birthtimeMs - startedAt);
  const clockOf = (trace) => trace.limit?.t ?? ms - SAMPLE_MS - born(trace);
  const looks = traces.map((trace) => {
    return { now: clockOf(trace), order: happenings(trace), ended: Boolean(trace.limit) };
  });
  // After the limit nothing is known of what was pending then.
  const pending = looks.filter(({ ended }) => !ended).flatMap(({ now, order }) => {
    return pendingOf(order).map((entry) => ({ ...entry, left: entry.due - now }));
  });
  const came = looks.flatMap(({ now, order }) => {
    return order.filter(({ lost }) => !lost).map((entry) => ({ ...entry, ago: now - entry.t }));
  });
  came.sort((a, b) => b.ago - a.ago);
  pending.sort((a, b) => remoteness(a) - remoteness(b));
  const recent = came.filter(({ ago }) => ago < RECENT_MS);
  const kind = kindOf({ busy: isBusy(load, traces), pending, recent });
  return {
    kind,
    idleMs: Math.round(Math.max(0, Math.min(ms, (came.at(-1)?.ago ?? ms) + SAMPLE_MS))),
    waitingFor: pending.slice(0, 20).map(brief),
    open: grouped(traces.flatMap(openOf)).slice(0, 20),
    last: came.slice(-5).map(brief),
    inconclusive: kind === 'slow' && !timeoutGiven,
  };
}

module.exports = { describeHang, condensed, isBusy };
