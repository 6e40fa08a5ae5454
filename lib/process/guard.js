'use strict';
// Ends the runs of a tool that was killed by a signal that it cannot catch. A small process of its own waits for the
// end of a pipe that only the tool holds, and then ends what the tool did not end.
const { spawn } = require('node:child_process');
const path = require('node:path');

const PROGRAM = path.join(__dirname, 'guard-main.js');

let guard; // of this process

function withoutOurs(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NACD_')));
}

function startGuard() {
  // A group of its own, so that Ctrl-C does not end it before the tool; no folder, which might be removed.
  const options = { stdio: ['pipe', 'ignore', 'ignore'], detached: true, windowsHide: true, cwd: path.parse(PROGRAM).root };
  const child = spawn(process.execPath, [PROGRAM], { ...options, env: withoutOurs(process.env) });
  // Without a guard runs are as before: they go on if the tool is killed.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  child.stdin?.unref();
  return child;
}

/**
 * Has the processes with `marker` ended when this process ends, until end() is called. started(pid) names the command's
 * process, from which Windows finds the others.
 */
function guardRun(marker) {
  guard ??= startGuard();
  const tell = (sign, ...words) => guard.stdin?.write(`${sign}${[marker, ...words].join(' ')}\n`);
  tell('+');
  return { started: (pid) => pid !== undefined && tell('+', pid), end: () => tell('-') };
}

module.exports = { guardRun };
