#!/usr/bin/env node
// Counts the runs that a campaign needs to show the rare order of each program in test/orders/possible, and checks that
// no campaign shows one for those in test/orders/impossible. docs/orders.md has the table of kinds, and figures.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { campaignRuns } from './harness/campaign.mjs';
import { optionsOf } from './harness/command-line.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const orders = path.join(root, 'test', 'orders');
const usage = `usage: node benchmarks/orders.mjs [--only NAME]... [--set possible|impossible]... [--runs N] [--seed N] [--plain N]
       [--half even|odd] [--node BIN] [--json FILE] [-- OPTION...]   OPTION: of nacd run`;
const dashes = process.argv.indexOf('--');
const further = dashes < 0 ? [] : process.argv.splice(dashes).slice(1);
const values = optionsOf({
  only: { type: 'string', multiple: true, default: [] },
  set: { type: 'string', multiple: true, default: ['possible', 'impossible'] },
  runs: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  plain: { type: 'string', default: '1' },
  half: { type: 'string' },
  node: { type: 'string', default: process.execPath },
  json: { type: 'string' },
}, usage);

// The programs of a set; with --half every other one.
function programsOf(set) {
  const only = values.only.flatMap((names) => names.split(','));
  const names = readdirSync(path.join(orders, set)).filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -3)).sort();
  return names.filter((name, at) => (only.length === 0 || only.includes(name)) && (!values.half || (at % 2 === 0) === (values.half === 'even')));
}

// Returns whether a plain run saw the rare order; undefined if it ended in another way.
function seesRare(program, env = {}) {
  const { status, stderr } = spawnSync(values.node, [program], { env: { ...process.env, ...env }, timeout: 30000, encoding: 'utf8' });
  if (status !== 0 && !stderr.startsWith('ORDER: ')) return undefined;
  return status !== 0;
}

// Returns {runs, ms}: the runs until one failed, null if none did.
function campaign(program, folder) {
  const out = path.join(folder, path.basename(program, '.js'));
  const started = performance.now();
  const command = [path.join(root, 'lib', 'cli', 'main.js'), 'run', '-n', values.runs, '--seed', values.seed, '--out', out];
  const { status, stdout } = spawnSync(values.node, [...command, ...further, '--', values.node, program], { encoding: 'utf8', timeout: 600000 });
  const runs = status === 0 || status === 1 ? campaignRuns(out) : `status ${status}: ${stdout.trim().split('\n').at(-1)}`;
  return { runs, ms: Math.round(performance.now() - started) };
}

function measure(set, name, folder) {
  const program = path.join(orders, set, `${name}.js`);
  const plain = Array.from({ length: Number(values.plain) }, () => seesRare(program));
  const forced = set === 'possible' ? seesRare(program, { ORDERS_SLOW: '1' }) : undefined;
  const { runs, ms } = campaign(program, folder);
  const usually = plain.filter((rare) => rare === false).length;
  const line = { set, name, plain: `${usually}/${plain.length}`, forced, runs, ms };
  const shown = runs === null ? 'never' : `run ${runs}`;
  console.log(`${name.padEnd(32)} usual ${line.plain}  ${forced === undefined ? '' : `rare when slow: ${forced ? 'yes' : 'no '}`}  ${shown}  ${ms} ms`);
  return line;
}

function summary(lines) {
  const shown = lines.map(({ runs }) => runs).filter((runs) => typeof runs === 'number');
  const mean = shown.reduce((sum, runs) => sum + runs, 0) / shown.length;
  const late = shown.filter((runs) => runs > 3).length;
  return `${shown.length} of ${lines.length} shown, mean run ${mean.toFixed(2)}, ${late} after run 3`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-orders-'));
const lines = [];
try {
  for (const set of new Set(values.set.slice(-2))) {
    mkdirSync(path.join(folder, set));
    const found = programsOf(set).map((name) => measure(set, name, path.join(folder, set)));
    console.log(`${set}: ${summary(found)}`);
    lines.push(...found);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ options: { ...values, further }, lines }, null, 2)}\n`);
