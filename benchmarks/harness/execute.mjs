// One process: what it said, how long it took, and how much CPU it and its children used.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Node can't tell the CPU time of a child that is gone; bash can, to the millisecond, with all it waited for.
const meter = 'TIMEFORMAT="%3R %3U %3S"; exec 4>&2; { time "$@" 2>&4 3>&- 4>&-; } 2>&3';

export async function execute({ tool, program, seed, options, env }) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-race-'));
  const { node, root, timeout } = options;
  const command = tool.command({ node, root, driver: program.driver, seed, cwd });
  try {
    const child = spawn('bash', ['-c', meter, 'bash', ...command], {
      cwd,
      // Temporary files of a killed run go with the folder of the run.
      env: { ...process.env, ...env, TMPDIR: cwd, ...tool.env(seed) },
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
    const measured = { wall: wall * 1000, cpu: (user + system) * 1000 };
    if (late) return { verdict: 'timeout', wall: timeout, cpu: null, said: stderr.slice(-500) };
    if (tool.campaign) return { ...measured, ...judgeCampaign(tool, cwd) };
    return { ...measured, ...judge(code, stdout, stderr) };
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  }
}

// Exit status 1 alone is not a race: a driver that fell over for another reason must not count as a find.
function judge(code, stdout, stderr) {
  const line = /^RACE: .*$/m.exec(stdout)?.[0];
  if (code === 0 && !line) return { verdict: 'pass' };
  if (code === 1 && line) return { verdict: 'race', said: line };
  return { verdict: 'broken', said: `exit status ${code}: ${(stderr || stdout).slice(-500)}` };
}

function judgeCampaign(tool, cwd) {
  const runs = tool.runsUntilFailure(cwd);
  return { verdict: runs === null ? 'pass' : 'race', runs };
}
