'use strict';
// What a run that did not end was doing: told apart by whether its processes use the processor, and by what its traces
// say about the last second.
const fs = require('node:fs');

const { happenings } = require('../analysis/order.js');
const { SAMPLE_MS } = require('../process/load.js');

const RECENT_MS = 1000;

// What was asked for and did not come: a delay that was not over, or an answer that nobody gave.
function pendingOf(order) {
  return order.filter(({ lost }) => lost).map(({ name, api, site, phase, decided, delay }) => {
    return { name, api, site, phase, due: delay === undefined ? -Infinity : decided + delay };
  });
}

// What the program's own code waits for is told before what packages wait for.
function remoteness({ site }) {
  return site && !/(^|\/)node_modules\//.test(site) ? 0 : 1;
}

const KEEPS_ALIVE = /^(net|tls|dgram|http2|child_process|worker_threads)\./;

// Sockets, servers, children and workers that were seen and did not close: nobody waits in a callback for them, but
// they are what the process stays for. A server is never seen to close.
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

function brief({ name, api, site, phase }) {
  return { name, api, site, phase };
}

// A test runner's own timers (its limits, a heartbeat) tell nothing about the program.
function isTimerOfTheProgram(entry) {
  return entry.phase === 'timer' && remoteness(entry) === 0;
}

// With the virtual clock a process that waits for a timer far away, and the next, is busy moving the clock; that is the
// system's time.
function isBusy(load, traces) {
  if (load === undefined) return false;
  const isVirtual = traces.some(({ header }) => header?.options?.clock !== 'real');
  return load.all * (isVirtual ? load.code : 1) > 0.5;
}

function kindOf({ busy, pending, recent }) {
  if (pending.some(({ left }) => left > 0)) return 'slow';
  if (busy) return 'livelock';
  if (recent.some(({ phase }) => phase !== 'timer')) return 'slow';
  if (recent.some(isTimerOfTheProgram)) return 'livelock';
  return pending.some(isTimerOfTheProgram) ? 'waiting' : 'deadlock';
}

/**
 * Describes a hang: {kind, idleMs, waitingFor, open, last, inconclusive}. deadlock: nothing happened any more; waiting:
 * only a timer was still to come; livelock: busy, or only timers go round; slow: work was still being done, or a delay
 * was still due. A slow run is no failure unless the user set the time-out.
 */
function describeHang({ traces: all, load, ms, startedAt, timeoutGiven }) {
  const traces = all.filter(({ exit }) => !exit);
  // Each trace has a clock of its own, which began when its file did.
  const clockOf = ({ file }) => ms - SAMPLE_MS - Math.max(0, fs.statSync(file).birthtimeMs - startedAt);
  const looks = traces.map((trace) => ({ now: clockOf(trace), order: happenings(trace) }));
  const pending = looks.flatMap(({ now, order }) => {
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
    open: traces.flatMap(openOf).slice(0, 20),
    last: came.slice(-5).map(brief),
    inconclusive: kind === 'slow' && !timeoutGiven,
  };
}

module.exports = { describeHang };
