'use strict';
// Tells how the processes of a run are related and when they began, with /proc.
const fs = require('node:fs');

const { processesOf } = require('./kill-tree.js');

const TICK_MS = 10; // Linux counts the time of a start in hundredths of a second on every machine

// Returns the fields of /proc/PID/stat after the program's name, which may contain anything; undefined: it has ended.
function fieldsOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
  } catch {
    return undefined;
  }
}

function bootedAt() {
  return Date.now() - Number(fs.readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * 1000;
}

/**
 * Returns the processes of a run as a map: pid -> {parent, began}, `began` in milliseconds as Date.now() counts them.
 * Empty without /proc.
 */
function familyOf(marker) {
  const pids = processesOf(marker);
  if (pids.length === 0) return new Map();
  const booted = bootedAt();
  const entries = pids.map((pid) => [pid, fieldsOf(pid)]).filter(([, fields]) => fields);
  return new Map(entries.map(([pid, fields]) => [pid, { parent: fields[1], began: booted + fields[19] * TICK_MS }]));
}

/** Returns the pids of the ancestors of `pid` in `family`, the nearest first. */
function ancestorsOf(pid, family) {
  const found = [];
  let at = family.get(pid)?.parent;
  while (family.has(at) && !found.includes(at)) {
    found.push(at);
    at = family.get(at).parent;
  }
  return found;
}

/** Returns true if each process of `family` is one of `pids`, or an ancestor of one. */
function areAll(pids, family) {
  const known = new Set(pids.flatMap((pid) => [pid, ...ancestorsOf(pid, family)]));
  return [...family.keys()].every((pid) => known.has(pid));
}

module.exports = { ancestorsOf, areAll, familyOf };
