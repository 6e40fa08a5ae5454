'use strict';
// Tells if a process may still write its trace.
const fs = require('node:fs');

/**
 * Returns the fields of /proc/PID/stat after the name: the state, the id of the parent and so on. Empty without such a
 * process, or without /proc.
 */
function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns whether there is a process `pid`. One that has ended and was not waited for yet is there, too. */
function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM'; // another user's
  }
}

// A process that has ended and was not waited for yet has a pid and no memory.
const hasEnded = (pid) => ['Z', 'X'].includes(statOf(pid)[0]);

/** Returns whether the process `pid` runs. It has to be a process of this container. */
const isAlive = (pid) => Number.isInteger(pid) && pid > 0 && isThere(pid) && !hasEnded(pid);

module.exports = { isAlive, isThere, statOf };
