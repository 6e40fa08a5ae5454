'use strict';
// Tells if a process may still write its trace.
const fs = require('node:fs');

// A process that has ended and was not waited for yet has a pid and no memory.
function isZombie(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    return 'ZX'.includes(stat[stat.lastIndexOf(')') + 2]);
  } catch {
    return false; // no /proc
  }
}

/** Returns whether the process `pid` runs. Of a process in another container this is not known. */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

module.exports = { isAlive };
