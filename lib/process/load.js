'use strict';
// Measures how busy the processes of a run are, with /proc.
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

const { processesOf } = require('./kill-tree.js');

const SAMPLE_MS = 300;

function read(file) {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return ''; // the process has ended, or this kernel has no such file
  }
}

function threadsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

// Returns the time that threads ran and waited for a processor. On a full machine the sum is what they needed.
function wantedNs(pid) {
  return threadsOf(pid).reduce((sum, thread) => {
    const [used = 0, waited = 0] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ').map(Number);
    return sum + used + waited;
  }, 0);
}

function look(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { wanted: wantedNs(pid) / 1e6, user: Number(fields[11] ?? 0), system: Number(fields[12] ?? 0) };
}

function loadOf(before, after, ms) {
  const [user, system] = [after.user - before.user, after.system - before.system];
  return { all: (after.wanted - before.wanted) / ms, code: user / Math.max(1, user + system) };
}

/**
 * Resolves to the load of the busiest process of the run: {all, code}. `all` is the share of one processor that it
 * needs, `code` the part of that which is spent in code and not in the system. Undefined without /proc.
 */
async function sampleLoad(marker) {
  const before = new Map(processesOf(marker).map((pid) => [pid, look(pid)]));
  if (before.size === 0) return undefined;
  const began = performance.now();
  await sleep(SAMPLE_MS);
  const ms = performance.now() - began;
  const loads = [...before].map(([pid, first]) => loadOf(first, look(pid), ms));
  return loads.sort((a, b) => b.all - a.all)[0];
}

module.exports = { sampleLoad, SAMPLE_MS };
