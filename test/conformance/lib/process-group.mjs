// Starts a command as leader of its own process group, and makes sure nothing of it stays behind.
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';

const MAX_OUTPUT = 64 * 1024 * 1024;
const TAIL = 64 * 1024;
const running = new Set();

/**
 * Runs the command until it exits, is out of time, or has written more than 64 MB.
 * Output goes to files, as under Node's test.py: a test that sees a pipe behaves otherwise, and a grandchild that
 * keeps a pipe open would keep the runner waiting.
 */
export async function runGroup(command, { cwd, env, folder, timeout }) {
  const files = ['stdout', 'stderr'].map((name) => openTemporary(path.join(folder, name)));
  const started = performance.now();
  const child = spawn(...withoutCore(command), { cwd, env, detached: true, stdio: ['ignore', ...files] });
  running.add(child);
  try {
    const end = await ending(child, files, timeout);
    const [stdout, stderr] = files.map(readTail);
    return { ...end, stdout, stderr, ms: Math.round(performance.now() - started) };
  } finally {
    running.delete(child);
    killGroup(child);
    files.forEach((fd) => closeSync(fd));
  }
}

// A test that aborts on purpose must not leave a core file in the suite.
function withoutCore(command) {
  if (process.platform === 'win32') return [command[0], command.slice(1)];
  return ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', ...command]];
}

function openTemporary(file) {
  const fd = openSync(file, 'w+');
  unlinkSync(file);
  return fd;
}

function ending(child, files, timeout) {
  return new Promise((resolve, reject) => {
    let reason;
    const stop = (why) => { reason = why; killGroup(child); };
    const timer = setTimeout(stop, timeout, 'timeout');
    const guard = setInterval(() => files.some((fd) => fstatSync(fd).size > MAX_OUTPUT) && stop('output'), 1000);
    const settle = (done) => (...args) => { clearTimeout(timer); clearInterval(guard); done(...args); };
    child.once('error', settle(reject));
    child.once('exit', settle((code, signal) => resolve({ code, signal, reason })));
  });
}

function readTail(fd) {
  const { size } = fstatSync(fd);
  const buffer = Buffer.alloc(Math.min(size, TAIL));
  readSync(fd, buffer, 0, buffer.length, size - buffer.length);
  return buffer.toString('utf8');
}

function killGroup({ pid }) {
  kill(-pid);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already, which is what we want.
  }
}

export function killAll() {
  running.forEach(killGroup);
}

/** Kills what left its group (`detached: true` in a test), found by a variable in its environment. Linux only. */
export function killByEnvironment(matches) {
  for (const pid of processIds()) if (environmentOf(pid).some(matches)) kill(pid);
}

function processIds() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
