#!/usr/bin/env node
// Measures the cost of the hooks, relative to plain Node. The settings alternate in each program of hooks/, so that a
// drift of the machine affects all of them alike. Prints ratios of medians, and the spread of the ratios of the rounds.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { max, median, min } from 'simple-statistics';
import { optionsOf, refuse } from './harness/command-line.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const help = 'usage: node benchmarks/hooks.mjs [--rounds N] [--node BIN] [--no-memory]';

const values = optionsOf({
  rounds: { type: 'string', default: '9' },
  node: { type: 'string', default: process.execPath },
  memory: { type: 'boolean', default: true },
}, help);
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  refuse(`--rounds ${values.rounds} is not valid: allowed is a whole number from 1\n${help}`);
}

const traces = mkdtempSync(path.join(tmpdir(), 'nacd-bench-'));
const never = { NACD_MODE: 'never', NACD_QUIET: '1' };
const SETTINGS = {
  'plain': null,
  never,
  'never, trace': { ...never, NACD_TRACE: traces },
  'never, loop engine': { ...never, NACD_ENGINE: 'loop' },
};

// Runs a program of hooks/ once. Returns the value that it printed and the duration of the process in milliseconds.
function once(program, setting, flags = []) {
  const settings = SETTINGS[setting];
  const preload = settings ? ['-r', root] : [];
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:NACD_|NODE_OPTIONS$)/.test(name));
  const start = process.hrtime.bigint();
  const output = execFileSync(values.node, [...flags, ...preload, path.join(here, 'hooks', program)], {
    env: { ...Object.fromEntries(clean), ...settings }, encoding: 'utf8',
  });
  return { printed: JSON.parse(output), ms: Number(process.hrtime.bigint() - start) / 1e6 };
}

// The measurements: [title, program, (result of once()) => number, goals of settings as a ratio to plain].
const COSTS = [
  ['fs.stat, user CPU', 'stat.cjs', ({ printed }) => printed.user, { 'never': 1.1, 'never, trace': 2 }],
  ['fs.stat, CPU with the system\'s', 'stat.cjs', ({ printed }) => printed.user + printed.system, {}],
  ['fs.promises.stat, CPU', 'promises.cjs', ({ printed }) => printed.user + printed.system, {}],
  ['HTTP over one connection, CPU', 'http.cjs', ({ printed }) => printed.user + printed.system, {}],
  ['start, time', 'empty.cjs', ({ ms }) => ms, { never: 1.3 }],
  ['start, CPU', 'empty.cjs', ({ printed }) => printed.user + printed.system, {}],
];

const results = new Map(); // by program and setting
for (let round = 0; round <= rounds; round++) {
  for (const program of new Set(COSTS.map(([, name]) => name))) {
    for (const setting of Object.keys(SETTINGS)) {
      const result = once(program, setting);
      const key = `${program} ${setting}`;
      if (round > 0) results.set(key, [...(results.get(key) ?? []), result]); // the first round only warms the caches
    }
  }
}

const figures = (program, setting, of) => results.get(`${program} ${setting}`).map(of);
const settings = Object.keys(SETTINGS).slice(1);
const table = new Table({ head: ['beside plain Node', ...settings], style: { head: [], border: [] } });
for (const [title, program, of, goals] of COSTS) {
  const plain = figures(program, 'plain', of);
  table.push([title, ...settings.map((setting) => {
    const ours = figures(program, setting, of);
    const ratios = ours.map((figure, i) => figure / plain[i]);
    const ratio = median(ours) / median(plain);
    const goal = goals[setting] ? `, goal ${goals[setting].toFixed(2)}` : '';
    return `${ratio.toFixed(2)} (${min(ratios).toFixed(2)} to ${max(ratios).toFixed(2)}${goal})`;
  })]);
}
console.log(`Node ${execFileSync(values.node, ['--version'], { encoding: 'utf8' }).trim()}, ${rounds} rounds. Ratios of medians (least to largest of the rounds).`);
console.log(table.toString());
const startUp = (setting) => median(figures('empty.cjs', setting, ({ ms }) => ms));
console.log(`Start-up beside plain Node: never ${(startUp('never') - startUp('plain')).toFixed(1)} ms more (goal 15).`);
if (values.memory) {
  for (const setting of ['plain', 'never', 'never, trace']) {
    // A small young generation, because it grows in steps of 16 MB and would hide a leak.
    const flags = ['--expose-gc', '--max-semi-space-size=1'];
    const { printed: [first, second] } = once('memory.cjs', setting, flags);
    console.log(`A million fs.stat, ${setting}: ${((second - first) / 2 ** 20).toFixed(1)} MB more after the second half than after the first (goal: at most 5).`);
  }
}
rmSync(traces, { recursive: true });
