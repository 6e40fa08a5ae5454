'use strict';
// Ends every process of a run. Most are in the process group of the command. Those that left it (setsid, a daemon) are
// found by the marker in their environment: in /proc, or on macOS with ps. Windows has neither groups nor environments
// that can be read: there taskkill ends the descendants of the command.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');

const { platform } = process;

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

// Each line has a process's id, its command and its environment.
function listed(marker) {
  const { stdout } = spawnSync('ps', ['-axwwE', '-o', 'pid=,command='], { encoding: 'latin1', maxBuffer: 2 ** 26 });
  const lines = (stdout ?? '').split('\n').filter((line) => ` ${line} `.includes(` NACD_RUN_MARKER=${marker} `));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid > 0);
}

/**
 * Returns the ids of the processes of a run that have `marker` in their environment; none where the system does not
 * tell.
 */
function processesOf(marker) {
  if (platform === 'win32') return [];
  if (platform === 'darwin') return listed(marker);
  let entries;
  try {
    entries = fs.readdirSync('/proc');
  } catch {
    return []; // no /proc: only the process group is ended
  }
  return entries.filter((entry) => /^[0-9]+$/.test(entry) && isMarked(entry, marker)).map(Number);
}

/** Ends the processes that have `marker` in their environment; none where the system does not tell. */
function killMarked(marker) {
  for (const pid of processesOf(marker)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
}

/** Ends a process and its descendants on Windows; on other systems nothing. */
function killDescendants(pid) {
  if (platform !== 'win32' || pid === undefined) return;
  const { status } = spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  if (status === 0) return;
  try {
    process.kill(pid, 'SIGKILL'); // it alone, where taskkill is missing or refused: a run ends in any case
  } catch {
    // it has ended
  }
}

/** Ends the whole tree at once. The second search finds processes that were forked during the first. */
function killTree(pid, marker) {
  if (platform === 'win32') {
    killDescendants(pid);
    return;
  }
  killGroup(pid);
  killMarked(marker);
  killMarked(marker);
}

module.exports = { killDescendants, killMarked, killTree, processesOf };
