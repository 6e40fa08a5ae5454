'use strict';
// Starts a command as a user would in a shell. On Windows most are scripts, such as npm.cmd and what is in .bin, which
// only cmd.exe can start; cross-spawn finds them and quotes their arguments for it.
const { spawn } = require('node:child_process');

/**
 * Returns the ChildProcess of `command`, an array of strings. With `ownGroup` it leads a process group. Windows has no
 * groups, and a process of its own console would open a window there.
 */
function spawnCommand(command, { ownGroup, ...options }) {
  const [file, ...args] = command;
  if (process.platform !== 'win32') return spawn(file, args, { ...options, detached: ownGroup });
  return require('cross-spawn').spawn(file, args, { ...options, windowsHide: true });
}

module.exports = { spawnCommand };
