#!/usr/bin/env node
// Counts the runs that a campaign needs to show the rare order of each program in test/orders/possible, and checks that
// no campaign shows one for those in test/orders/impossible. docs/internals/orders.md has the table of kinds, and
// figures.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { campaignRuns } from './harness/campaign.mjs';
import { optionsOf } from './harness/command-line.mjs';
import { install } from './harness/install.mjs';
import { findPrograms } from './harness/programs.mjs';
import { startServices } from './harness/services.mjs';

const env = { ...process.env };
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const orders = path.join(root, 'test', 'orders');
const usage = `usage: node benchmarks/orders.mjs [--only NAME]... [--set possible|impossible]... [--runs N] [--seed N] [--plain N]
       [--half even|odd] [--replays N] [--minimize] [--silent-only] [--node BIN] [--json FILE] [-- OPTION...]
OPTION: of nacd run. --replays N replays each failure N times. --minimize minimizes it and replays the result as often. --silent-only runs what must stay silent, 100 runs each: the programs of
test/orders/impossible, and with --races the race-free programs and fixed versions of benchmarks/races.`;
const dashes = process.argv.indexOf('--');
const further = dashes < 0 ? [] : process.argv.splice(dashes).slice(1);
const values = optionsOf({
  only: { type: 'string', multiple: true, default: [] },
  set: { type: 'string', multiple: true, default: ['possible', 'impossible'] },
  runs: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  plain: { type: 'string', default: '1' },
  half: { type: 'string' },
  replays: { type: 'string', default: '0' },
  minimize: { type: 'boolean', default: false },
  'silent-only': { type: 'boolean', default: false },
  races: { type: 'boolean', default: false },
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

const nacd = (cwd, ...args) => spawnSync(values.node, [path.join(root, 'lib', 'cli', 'main.js'), ...args], { cwd, env, encoding: 'utf8', timeout: 600000 });

// Returns in how many of --replays runs the kept failure came back; undefined: none was kept, or none is asked for.
function replayed(cwd) {
  const failures = path.join(cwd, '.nacd', 'failures');
  if (values.replays === '0' || !existsSync(failures)) return undefined;
  const { stdout } = nacd(cwd, 'replay', path.join(failures, readdirSync(failures)[0]), '-n', values.replays);
  return Number(/^failed ([0-9]+) of/m.exec(stdout)?.[1] ?? 0);
}

const placed = ({ name, phase, site }) => `${name} ${phase}${site ? ` ${site}` : ''}`;

// Returns what minimize says of the kept failure, {runs, class, pair, left, again}; undefined: there is none, or it is
// not asked for.
function minimized(cwd) {
  const failures = path.join(cwd, '.nacd', 'failures');
  if (!values.minimize || !existsSync(failures)) return undefined;
  const { status, stdout } = nacd(cwd, 'minimize', path.join(failures, readdirSync(failures)[0]));
  const folder = path.join(cwd, '.nacd', 'minimize');
  const made = existsSync(folder) ? readdirSync(folder).map(Number).filter(Number.isFinite) : [];
  const runs = Math.max(0, ...made);
  if (status !== 0) return { runs, class: stdout.trim().split('\n').at(-1) };
  const schedule = JSON.parse(readFileSync(path.join(failures, readdirSync(failures)[0]), 'utf8'));
  const { race, delays, failure } = schedule;
  const pair = race && [race.delayed, race.overtaker].map(placed);
  return { runs, class: failure.class, pair, left: delays.length, from: schedule.from, again: replayed(cwd) };
}

// Returns {runs, ms, again, failure}: the runs until one failed, null if none did, and what was printed of it.
function campaign(program, folder) {
  const cwd = path.join(folder, path.basename(program, '.js'));
  mkdirSync(cwd);
  const started = performance.now();
  const { status, stdout } = nacd(cwd, 'run', '-n', values.runs, '--seed', values.seed, ...further, '--', values.node, program);
  const ms = Math.round(performance.now() - started);
  const done = status === 0 || status === 1;
  const runs = done ? campaignRuns(path.join(cwd, '.nacd')) : `status ${status}: ${stdout.trim().split('\n').at(-1)}`;
  const failure = /^FAILURE .*(?:\n .*){0,8}/m.exec(stdout)?.[0];
  return { runs, ms, again: replayed(cwd), minimized: minimized(cwd), failure };
}

function measure(set, name, folder) {
  const program = path.join(orders, set, `${name}.js`);
  const plain = Array.from({ length: Number(values.plain) }, () => seesRare(program));
  const forced = set === 'possible' ? seesRare(program, { ORDERS_SLOW: '1' }) : undefined;
  const { runs, ms, again, minimized: less } = campaign(program, folder);
  const usually = plain.filter((rare) => rare === false).length;
  const line = { set, name, plain: `${usually}/${plain.length}`, forced, runs, ms, again, minimized: less };
  const shown = runs === null ? 'never' : `run ${runs}`;
  console.log(`${name.padEnd(32)} usual ${line.plain}  ${forced === undefined ? '' : `rare when slow: ${forced ? 'yes' : 'no '}`}  ${shown}  ${ms} ms${again === undefined ? '' : `  again ${again}/${values.replays}`}`);
  if (less) console.log(minimizedLine(less));
  return line;
}

function summary(lines) {
  const shown = lines.map(({ runs }) => runs).filter((runs) => typeof runs === 'number');
  const mean = shown.reduce((sum, runs) => sum + runs, 0) / shown.length;
  const late = shown.filter((runs) => runs > 3).length;
  const text = `${shown.length} of ${lines.length} shown, mean run ${mean.toFixed(2)}, ${late} after run 3`;
  const replays = lines.filter(({ again }) => again !== undefined);
  if (replays.length === 0) return text;
  const sure = replays.filter(({ again }) => again >= 0.95 * Number(values.replays)).length;
  return `${text}; ${sure} of ${replays.length} come back in 19 of 20 replays${minimizedText(lines)}`;
}

function minimizedLine({ runs, class: is, left, from, again, pair }) {
  const text = pair?.join('  |  ') ?? 'no pair';
  return `  minimize ${runs} runs  ${is}  ${left} of ${from}  again ${again}  ${text}`;
}

function minimizedText(lines) {
  const all = lines.flatMap(({ minimized: less }) => less ?? []);
  if (all.length === 0) return '';
  const runs = all.map((less) => less.runs).sort((a, b) => a - b);
  const pairs = all.filter(({ pair }) => pair).length;
  const sure = all.filter(({ again }) => again >= 0.95 * Number(values.replays)).length;
  return `; minimize: median ${runs[runs.length >> 1]} runs, most ${runs.at(-1)}, ${pairs} of ${all.length} have a pair, ${sure} come back minimized`;
}

// Returns [label, program] of all that must stay silent.
async function silentPrograms() {
  const found = programsOf('impossible').map((name) => [name, path.join(orders, 'impossible', `${name}.js`)]);
  if (!values.races) return { found, stop: () => {} };
  const benchmarks = path.join(root, 'benchmarks');
  const only = new Set(values.only.flatMap((names) => names.split(',')));
  const isSilent = ({ racy, label }) => !racy && (only.size === 0 || only.has(label));
  const programs = findPrograms({ benchmarks, only: [], list: false }).filter(isSilent);
  for (const program of programs) await install(program);
  const services = await startServices(new Set(programs.flatMap(({ meta }) => meta.services ?? [])));
  Object.assign(env, services.env);
  return { found: [...found, ...programs.map(({ label, driver }) => [label, driver])], stop: () => services.stop() };
}

// Runs one campaign of 100 runs (or --runs) for each program that must stay silent. Exit status 1: a false alarm.
async function silentOnly(folder) {
  if (!process.argv.includes('--runs')) values.runs = '100';
  const { found, stop } = await silentPrograms();
  const alarms = [];
  try {
    for (const [label, program] of found) {
      const cwd = path.join(folder, label);
      mkdirSync(cwd);
      const { runs, ms, failure } = campaign(program, cwd);
      if (runs !== null) alarms.push(label);
      console.log(`${label.padEnd(32)} ${runs === null ? 'silent' : `ALARM: ${runs}`}  ${ms} ms`);
      if (runs !== null) console.log(failure ?? 'no failure was printed');
    }
  } finally {
    await stop();
  }
  const alarmed = alarms.length > 0 ? `: ${alarms.join(', ')}` : '';
  console.log(`${alarms.length} false alarms in ${found.length} campaigns of ${values.runs} runs${alarmed}`);
  process.exitCode = alarms.length > 0 ? 1 : 0;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-orders-'));
const lines = [];
try {
  if (values['silent-only']) await silentOnly(folder);
  for (const set of values['silent-only'] ? [] : new Set(values.set.slice(-2))) {
    mkdirSync(path.join(folder, set));
    const found = programsOf(set).map((name) => measure(set, name, path.join(folder, set)));
    console.log(`${set}: ${summary(found)}`);
    lines.push(...found);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ options: { ...values, further }, lines }, null, 2)}\n`);
