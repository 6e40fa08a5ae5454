// The processes of one campaign, by a variable of their environment.
import fs from 'node:fs';

const MARK = 'NACD_SOAK_MARK';

export const marked = (mark) => ({ [MARK]: mark });

function read(file) {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return ''; // it has ended
  }
}

// In a state of Z or X it has ended, and nobody has asked for its status yet.
const hasEnded = (pid) => /\) [ZX]/.test(read(`/proc/${pid}/stat`));

// Returns {pid, command, role} of each: the role is tool, run or child.
export function processesWith(mark, tool) {
  const found = [];
  for (const pid of fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map(Number)) {
    if (!read(`/proc/${pid}/environ`).includes(`${MARK}=${mark}\0`) || hasEnded(pid)) continue;
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    const parent = Number(read(`/proc/${pid}/stat`).split(') ').pop().split(' ')[1]);
    found.push({ pid, command, role: pid === tool ? 'tool' : parent === tool ? 'run' : 'child' });
  }
  return found;
}

// Resolves to the processes that are still there after `ms`.
export async function leftOver(mark, ms) {
  for (const end = performance.now() + ms; ;) {
    const left = processesWith(mark);
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false; // it was faster
  }
}
