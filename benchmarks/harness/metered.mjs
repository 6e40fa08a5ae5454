// Runs a process and returns its output, its duration, and the CPU time of it and its children.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// Node does not give the CPU time of a child that has ended. bash does, in milliseconds, with that of the child's
// children.
const meter = 'TIMEFORMAT="%3R %3U %3S"; exec 4>&2; { time "$@" 2>&4 3>&- 4>&-; } 2>&3';

/** Resolves to {code, stdout, stderr, wall, cpu, late}. Times are milliseconds; `late` means killed after `timeout`. */
export async function metered(command, { cwd, env, timeout }) {
  const child = spawn('bash', ['-c', meter, 'bash', ...command], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let late = false;
  const watchdog = setTimeout(() => {
    late = true;
    process.kill(-child.pid, 'SIGKILL');
  }, timeout);
  const [stdout, stderr, times, [code]] = await Promise.all([
    ...[child.stdout, child.stderr, child.stdio[3]].map(text),
    once(child, 'close'),
  ]);
  clearTimeout(watchdog);
  const [wall, user, system] = times.trim().split(/\s+/).map(Number);
  return { code, stdout, stderr, wall: wall * 1000, cpu: (user + system) * 1000, late };
}
