// Starts an asker and workers, each a process in a folder of its own.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = path.join(fileURLToPath(import.meta.url), '..', '..', '..', 'lib', 'cli', 'main.js');

/** Starts `nacd ARGS...` in `cwd`. Returns the child, with `ended`: a promise that rejects unless it passes. */
export function nacd(args, cwd) {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child.text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      child.text += chunk;
    });
  }
  child.ended = new Promise((resolve, reject) => {
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`status ${status}\n${child.text}`));
    });
  });
  return child;
}

/** Returns memory and processor time of a process, {rss, peak, cpu}, in megabytes and seconds; undefined: it ended. */
export function usageOf({ pid }) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const kilobytes = (key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)[1]);
    const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
    return { rss: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024, cpu: (user + system) / 100 };
  } catch {
    return undefined;
  }
}
