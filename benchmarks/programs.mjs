#!/usr/bin/env node
// Counts the runs that a campaign needs to show the race of each small program in benchmarks/programs, and checks that
// none fails that has no race. benchmarks/programs/README.md says who wrote them. Exit status 1: a false alarm.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { campaignRuns } from './harness/campaign.mjs';
import { optionsOf } from './harness/command-line.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const usage = `usage: node benchmarks/programs.mjs [--dir DIR] [--kind racy|correct] [--only NAME]... [--runs N] [--seed N] [--tool DIR]
       [--node BIN] [--json FILE]
DIR has an index.json: [{file, racy, difficulty, race}]. --tool measures another checkout of nacd-native.`;
const values = optionsOf({
  dir: { type: 'string', default: path.join(here, 'programs') },
  kind: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] },
  runs: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  tool: { type: 'string', default: path.dirname(here) },
  node: { type: 'string', default: process.execPath },
  json: { type: 'string' },
}, usage);

// Returns {first, title}: the run that failed first, null if none did.
function campaign(program) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'bench-programs-'));
  try {
    const main = path.join(path.resolve(values.tool), 'lib', 'cli', 'main.js');
    const args = [main, 'run', '-n', values.runs, '--seed', values.seed, '--', values.node, program];
    const { status, stdout, stderr } = spawnSync(values.node, args, { cwd, encoding: 'utf8' });
    if (status > 1) return { first: `status ${status}: ${stderr.trim().split('\n').at(-1)}` };
    return { first: campaignRuns(path.join(cwd, '.nacd')), title: /^FAILURE \w+ {2}(.*)/m.exec(stdout)?.[1] };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function isWanted({ file, racy }) {
  const isOfKind = !values.kind || (values.kind === 'racy') === racy;
  return isOfKind && (values.only.length === 0 || values.only.some((name) => file.includes(name)));
}

function summaryOf(lines) {
  const racy = lines.filter((line) => line.racy);
  const shown = racy.map(({ first }) => first).filter(Number.isInteger);
  const mean = shown.reduce((sum, run) => sum + run, 0) / shown.length;
  const [late, later] = [3, 5].map((run) => shown.filter((first) => first > run).length);
  const correct = lines.filter((line) => !line.racy);
  const alarms = correct.filter(({ first }) => first !== null);
  return [
    `${shown.length} of ${racy.length} races shown, mean run ${mean.toFixed(2)}, ${late} after run 3, ${later} after run 5`,
    `${alarms.length} false alarms in ${correct.length} correct programs`,
  ];
}

const index = JSON.parse(readFileSync(path.join(values.dir, 'index.json'), 'utf8'));
const lines = index.filter(isWanted).map((program) => {
  const found = campaign(path.resolve(values.dir, program.file));
  const shown = found.first === null ? 'never' : `run ${found.first}`;
  console.log(`${program.file.padEnd(44)} ${program.racy ? shown : shown.replace('never', 'silent')}  ${found.title ?? ''}`);
  return { ...program, ...found };
});
for (const line of summaryOf(lines)) console.log(line);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ options: values, lines }, null, 2)}\n`);
process.exitCode = lines.some(({ racy, first }) => !racy && first !== null) ? 1 : 0;
