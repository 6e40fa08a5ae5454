'use strict';
// What a run that did not end was doing: told apart by whether its processes use the processor, and by what its traces
// say about the last second.
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

const { processesOf } = require('../process/kill-tree.js');
const { happenings } = require('../trace/order.js');
const { readTraces } = require('../trace/read.js');

const SAMPLE_MS = 300;
const RECENT_MS = 1000;
const TICKS_A_SECOND = 100; // USER_HZ, fixed in Linux's interface

function processorTime(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

/** Share of one processor that the busiest process of the run uses just now; undefined where there is no /proc. */
async function sampleLoad(marker) {
  const before = new Map(processesOf(marker).map((pid) => [pid, processorTime(pid)]));
  if (before.size === 0) return undefined;
  await sleep(SAMPLE_MS);
  const shares = [...before].map(([pid, time]) => (processorTime(pid) - time) / SAMPLE_MS);
  return Math.max(...shares);
}

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

function brief({ name, api, site, phase }) {
  return { name, api, site, phase };
}

// A test runner's own timers (its limits, a heartbeat) tell nothing about the program.
function isTimerOfTheProgram(entry) {
  return entry.phase === 'timer' && remoteness(entry) === 0;
}

function kindOf({ load, pending, recent }) {
  if (pending.some(({ left }) => left > 0)) return 'slow';
  if (load > 0.5) return 'livelock';
  if (recent.some(({ phase }) => phase !== 'timer')) return 'slow';
  if (recent.some(isTimerOfTheProgram)) return 'livelock';
  return pending.some(isTimerOfTheProgram) ? 'waiting' : 'deadlock';
}

/**
 * Describes a hang: {kind, idleMs, waitingFor, last, inconclusive}. deadlock: nothing happened any more; waiting: only
 * a timer was still to come; livelock: busy, or only timers go round; slow: work was still being done, or a delay was
 * still due. A slow run is no failure unless the user set the time-out.
 */
function describeHang({ folder, load, ms, startedAt, timeoutGiven }) {
  const traces = readTraces(folder).filter(({ exit }) => !exit);
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
  const kind = kindOf({ load: load ?? 0, pending, recent: came.filter(({ ago }) => ago < RECENT_MS) });
  return {
    kind,
    idleMs: Math.round(Math.max(0, Math.min(ms, (came.at(-1)?.ago ?? ms) + SAMPLE_MS))),
    waitingFor: pending.slice(0, 20).map(brief),
    last: came.slice(-5).map(brief),
    inconclusive: kind === 'slow' && !timeoutGiven,
  };
}

module.exports = { sampleLoad, describeHang };
