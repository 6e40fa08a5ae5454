'use strict';
// Ends every process of a run. Most are in the process group of the command. Those that left it (setsid, a daemon) are
// found by the marker in their environment, if the system has /proc.
const fs = require('node:fs');

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group is empty
  }
}

function isMarked(pid, marker) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`NACD_RUN_MARKER=${marker}\0`);
  } catch {
    return false; // it has ended, or belongs to another user
  }
}

/** Returns the ids of the processes of a run that have `marker` in their environment; none without /proc. */
function processesOf(marker) {
  let entries;
  try {
    entries = fs.readdirSync('/proc');
  } catch {
    return []; // no /proc: only the process group is ended
  }
  return entries.filter((entry) => /^[0-9]+$/.test(entry) && isMarked(entry, marker)).map(Number);
}

/** Ends the processes that have `marker` in their environment; none without /proc. */
function killMarked(marker) {
  for (const pid of processesOf(marker)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
}

/** Ends the whole tree at once. The second search finds processes that were forked during the first. */
function killTree(pid, marker) {
  killGroup(pid);
  killMarked(marker);
  killMarked(marker);
}

module.exports = { killMarked, killTree, processesOf };
