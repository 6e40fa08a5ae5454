'use strict';
// Ends every process of a run. Most are in the process group of the command; those that left it (setsid, a daemon) are
// found by the marker in their environment, where the system shows it (/proc).
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
    return false; // gone, or another user's
  }
}

/** The processes of a run, as far as the system shows them. */
function processesOf(marker) {
  let entries;
  try {
    entries = fs.readdirSync('/proc');
  } catch {
    return []; // no /proc: the process group has to do
  }
  return entries.filter((entry) => /^[0-9]+$/.test(entry) && isMarked(entry, marker)).map(Number);
}

function killMarked(marker) {
  for (const pid of processesOf(marker)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended between the two lines
    }
  }
}

/** Ends the whole tree at once. A second look catches what was being forked during the first. */
function killTree(pid, marker) {
  killGroup(pid);
  killMarked(marker);
  killMarked(marker);
}

module.exports = { killTree, processesOf };
