// Runs a program once with a tool. Returns its verdict and its cost.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { metered } from './metered.mjs';

export async function execute({ tool, program, seed, options, env }) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-race-'));
  const { node, root, timeout } = options;
  const command = tool.command({ node, root, driver: program.driver, seed, cwd });
  try {
    const { code, stdout, stderr, wall, cpu, late } = await metered(command, {
      cwd,
      // Temporary files of a killed run are removed with the folder of the run.
      env: { ...process.env, ...env, TMPDIR: cwd, ...tool.env(seed) },
      timeout,
    });
    const measured = { wall, cpu };
    if (late) return { verdict: 'timeout', wall: timeout, cpu: null, said: stderr.slice(-500) };
    if (tool.campaign) return { ...measured, ...judgeCampaign(tool, cwd) };
    return { ...measured, ...judge(code, stdout, stderr) };
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  }
}

// Exit status 1 alone is not a race, because a driver may fail for another reason.
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
