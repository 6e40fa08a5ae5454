// Runs the program of a race with gates, and judges the result.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median } from 'simple-statistics';
import { metered } from './metered.mjs';

function judge({ code, stdout, stderr, late }) {
  if (late) return 'hang';
  if (/^nacd: deadlock/m.test(stderr)) return 'deadlock';
  if (/^nacd: the operations did not run as/m.test(stderr)) return 'unreached';
  if (/^RACE: /m.test(stdout)) return 'race';
  return code === 0 ? 'pass' : 'broken';
}

/** Runs `program` with `gates`, entries of a schedule file. Resolves to {verdict, wall (milliseconds), said}. */
export async function runGated(program, gates, { node, root, env, timeout = 30_000 }) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-gated-'));
  const schedule = path.join(cwd, 'schedule.json');
  writeFileSync(schedule, JSON.stringify({ format: 1, delays: [], gates }));
  try {
    const command = [node, '-r', path.join(root, 'lib', 'index.js'), program.driver];
    const variables = { TMPDIR: cwd, NACD_MODE: 'replay', NACD_SCHEDULE: schedule, NACD_QUIET: '1', NACD_ENGINE: 'api' };
    const run = await metered(command, { cwd, env: { ...process.env, ...variables, ...env }, timeout });
    return { verdict: judge(run), wall: run.wall, said: `${run.stdout}${run.stderr}`.trim().slice(0, 2000) };
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Runs `program` `count` times. Resolves to the count of each verdict, the median time in milliseconds, and the output
 * of an unexpected run.
 */
export async function countGated(program, gates, options, { count, expected }) {
  const verdicts = {};
  const times = [];
  let unexpected;
  for (let run = 0; run < count; run++) {
    const { verdict, wall, said } = await runGated(program, gates, options);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    times.push(wall);
    if (verdict !== expected) unexpected ??= said;
  }
  return { verdicts, median: median(times), unexpected };
}
