// Measures the share of decisions that are equal in two runs with the same seed: same operation, same delay.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPrograms } from '../harness/programs.mjs';
import { install } from '../harness/install.mjs';
import { median, percent } from './numbers.mjs';
import { root, start } from './start.mjs';

const engines = { 'with the hooks\' names (both)': 'both', 'the loop alone': 'loop' };

// Returns the decisions of all threads and processes of a run, each with its number.
function decisionsIn(folder) {
  const counts = new Map();
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const { type, phase, name, delay } = JSON.parse(line);
      if (type || !phase || !isOfEngine(phase)) continue;
      const decision = `${phase} ${name} ${delay ?? 0}`;
      counts.set(decision, (counts.get(decision) ?? 0) + 1);
    }
  }
  return counts;
}

// The hooks also trace operations that they only watch, for which there is no decision.
const isOfEngine = (phase) => ['action', 'worker', 'descriptor', 'timer'].includes(phase);

function agreement(one, other) {
  let [equal, all] = [0, 0];
  for (const decision of new Set([...one.keys(), ...other.keys()])) {
    const [left, right] = [one.get(decision) ?? 0, other.get(decision) ?? 0];
    equal += Math.min(left, right);
    all += Math.max(left, right);
  }
  return { equal, all };
}

async function decide(program, engine, seed) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-equal-'));
  const trace = mkdtempSync(path.join(os.tmpdir(), 'nacd-equal-'));
  try {
    const nacd = { NACD_ENGINE: engine, NACD_CLOCK: 'virtual', NACD_SEED: seed, NACD_TRACE: trace };
    await start([program.driver], { cwd, nacd, env: { TMPDIR: cwd }, timeout: 60_000 });
    return decisionsIn(trace);
  } finally {
    for (const folder of [cwd, trace]) rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(program, engine, seeds) {
  const total = { equal: 0, all: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { equal, all } = agreement(await decide(program, engine, `${seed}`), await decide(program, engine, `${seed}`));
    total.equal += equal;
    total.all += all;
  }
  return total;
}

export async function equality({ seeds }) {
  const found = findPrograms({ benchmarks: path.join(root, 'benchmarks'), only: [] });
  const programs = found.filter(({ racy, meta }) => racy && !meta.services).slice(0, 20);
  for (const program of programs) await install(program);
  const results = [];
  for (const program of programs) {
    const totals = [];
    for (const engine of Object.values(engines)) totals.push(await compare(program, engine, seeds));
    results.push({ label: program.label, totals });
    process.stderr.write(`equality: ${program.label}\n`);
  }
  const share = ({ equal, all }) => (all === 0 ? '-' : `${percent(equal / all)} of ${all}`);
  const rows = results.map(({ label, totals }) => [label, ...totals.map(share)]);
  for (const [title, sum] of [['median', medianOf], ['all decisions together', together]]) {
    rows.push([title, ...Object.keys(engines).map((_, at) => sum(results.map(({ totals }) => totals[at])))]);
  }
  const head = ['program', ...Object.keys(engines)];
  return { title: `Decisions equal in two runs with the same seed, ${seeds} seeds`, head, rows };
}

const medianOf = (totals) => percent(median(totals.filter(({ all }) => all > 0).map(({ equal, all }) => equal / all)));
const together = (totals) => percent(totals.reduce((sum, { equal }) => sum + equal, 0)
  / totals.reduce((sum, { all }) => sum + all, 0));
