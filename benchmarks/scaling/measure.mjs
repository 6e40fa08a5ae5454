// Measures {wall, cpu, memory} of a command, in milliseconds and MiB.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { metered } from '../harness/metered.mjs';

const here = import.meta.dirname;
const root = path.dirname(path.dirname(here));
const LONGEST_MS = 3_600_000;

async function measured(words, env) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-scaling-'));
  const fill = (word) => word.replace('{folder}', folder);
  const peak = path.join(folder, 'peak');
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
  try {
    const { code, stderr, wall, cpu } = await metered(
      [process.execPath, '-r', path.join(here, 'peak.cjs'), ...words.map(fill)],
      { cwd: folder, env: { ...process.env, ...given, NACD_BENCH_PEAK: peak }, timeout: LONGEST_MS },
    );
    if (code !== 0) throw new Error(`${words.join(' ')}: exit status ${code}: ${stderr.slice(-500)}`);
    return { wall, cpu, memory: Number(readFileSync(peak, 'utf8')) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Measures a run of `count` operations. `kind` is plain, delays or trace. */
export function operations(kind, count) {
  const program = [path.join(here, 'operations.cjs'), String(count)];
  if (kind === 'plain') return measured(program, {});
  const trace = kind === 'trace' ? { NACD_TRACE: '{folder}' } : {};
  return measured(['-r', root, ...program], { NACD_SEED: '1', ...trace });
}

/** Measures a campaign of `count` runs. `keep` is the option of `nacd run`. */
export function campaign(keep, count) {
  const main = path.join(root, 'lib', 'cli', 'main.js');
  const options = ['-n', String(count), '--seed', '1', '--keep', keep, '--out', '{folder}/results'];
  return measured([main, 'run', ...options, '--', process.execPath, path.join(here, 'nothing.cjs')], {});
}
