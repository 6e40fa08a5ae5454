// Measures what delays cost a suite: runs without and with them in turn, so that both meet the same load.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { metered } from '../harness/metered.mjs';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT = 20 * 60_000;

/**
 * Resolves to one {plain, delayed, load} a pair, with code, wall, cpu and late of both runs; times are ms. The run with
 * delays is as users have it: without the tool around it. Outputs are kept in `folder`.
 */
export async function runPairs(project, folder, { cwd, env, pairs }) {
  const run = async (name, more) => {
    const { stdout, stderr, ...rest } = await metered(project.test, { cwd, env: { ...env, ...more }, timeout: LIMIT });
    fs.writeFileSync(path.join(folder, `${name}.txt`), `${stdout}\n--- stderr\n${stderr}`);
    return rest;
  };
  const measured = [];
  for (let seed = 1; seed <= pairs; seed++) {
    process.stderr.write('pair ');
    const plain = await run(`pair-${seed}-plain`, {});
    const options = { NODE_OPTIONS: `-r ${PACKAGE}`, NACD_SEED: String(seed), NACD_QUIET: '1' };
    const delayed = await run(`pair-${seed}-delayed`, options);
    measured.push({ plain, delayed, load: os.loadavg()[0] });
  }
  return measured;
}

// A suite whose tests fail in one of the two runs only does not do the same work in both.
const isUnlike = ({ plain, delayed }) => plain.code !== delayed.code;

/**
 * Returns {wall, cpu, isUnlike}: sums of the runs with delays, divided by those of the runs without (NaN without any
 * pair), and whether the two runs of a pair ended with different statuses.
 */
export function costOf({ pairs = [] }) {
  const whole = pairs.filter(({ plain, delayed }) => !plain.late && !delayed.late);
  const sum = (kind, key) => whole.reduce((total, pair) => total + pair[kind][key], 0);
  const share = (key) => sum('delayed', key) / sum('plain', key);
  return { wall: share('wall'), cpu: share('cpu'), isUnlike: whole.some(isUnlike) };
}
