// Examines one project: its suite as it is, then a campaign, then each failure.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { metered } from '../harness/metered.mjs';
import { runPairs } from './pairs.mjs';

const NACD = fileURLToPath(new URL('../../lib/cli/main.js', import.meta.url));

/**
 * Resolves to {plain, campaign, failures} or {stopped, ...}: one line that says why there is no campaign. Times are ms.
 * The folders .nacd of campaign and failures stay in `folder`, as evidence.
 */
export async function examine(project, folder, options) {
  const { cwd, env } = placeOf(project, folder, options);
  const run = (command, timeout) => metered(command, { cwd, env, timeout });

  const plain = [];
  for (let k = 1; k <= options.plain; k++) {
    process.stderr.write('plain ');
    const { code, wall, cpu, late, stdout, stderr } = await run(project.test, 10 * 60_000);
    fs.writeFileSync(path.join(folder, `plain-${k}.txt`), `${stdout}\n--- stderr\n${stderr}`);
    plain.push({ code, wall, cpu, late });
  }
  if (plain.every(({ code, late }) => code !== 0 || late) && !project.failsPlainly) {
    return { plain, failures: [], stopped: 'its suite fails without us (see plain-1.txt)' };
  }
  const out = path.join(folder, 'nacd');
  fs.rmSync(out, { recursive: true, force: true });
  process.stderr.write('campaign ');
  const limits = ['-n', String(options.runs), '--time', String(options.time)];
  const campaign = [process.execPath, NACD, 'run', '--keep-going', '--seed', '1', ...limits, '--out', out, '--'];
  const told = await run([...campaign, ...project.test], (options.time + 1200) * 1000);
  fs.writeFileSync(path.join(folder, 'campaign.txt'), `${told.stdout}\n--- stderr\n${told.stderr}`);
  const file = path.join(out, 'campaign.json');
  if (!fs.existsSync(file)) return { plain, failures: [], stopped: `the campaign wrote nothing: status ${told.code}` };
  const { runs, failures, state } = JSON.parse(fs.readFileSync(file, 'utf8'));

  const explained = [];
  for (const [k, { id, title, failed, of }] of failures.entries()) {
    explained.push({ id, title, failed, of, ...(k < options.most && (await minimize(id))) });
  }
  const pairs = await runPairs(project, folder, { cwd, env, pairs: options.pairs });
  return { plain, state, status: told.code, runs: summary(runs), pairs, failures: explained };

  async function minimize(id) {
    process.stderr.write('minimize ');
    const args = ['minimize', id, '--out', out, '--time', String(options.minimize)];
    const { stdout, stderr } = await run([process.execPath, NACD, ...args], (options.minimize + 600) * 1000);
    fs.writeFileSync(path.join(folder, `minimize-${id}.txt`), `${stdout}\n--- stderr\n${stderr}`);
    const kept = path.join(out, 'failures', `${id}.json`);
    const { race, rate, from, minimized } = fs.existsSync(kept) ? JSON.parse(fs.readFileSync(kept, 'utf8')) : {};
    return { race, rate, from, minimized };
  }
}

/** Resolves to {pairs, failures: []}: what delays cost, and nothing else. */
export async function examineCost(project, folder, options) {
  const place = placeOf(project, folder, options);
  return { pairs: await runPairs(project, folder, { ...place, pairs: options.pairs }), failures: [] };
}

function placeOf(project, folder, options) {
  const env = { ...process.env, ...options.env, ...project.env, CI: 'true' };
  // Variables of a test runner that started this must not reach the suites.
  for (const name of ['NODE_TEST_CONTEXT', 'NODE_OPTIONS', 'FORCE_COLOR']) delete env[name];
  return { cwd: path.join(folder, 'source', project.folder ?? '.'), env };
}

function summary(runs) {
  const verdicts = {};
  for (const { verdict } of runs) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return { count: runs.length, verdicts };
}
