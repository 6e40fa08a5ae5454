#!/usr/bin/env node
// Measures how time and memory grow with the number of operations of a run, and with the number of runs of a campaign.
// See README.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Table from 'cli-table3';
import { optionsOf, outputFolder, refuse } from './harness/command-line.mjs';
import { campaign, operations } from './scaling/measure.mjs';
import { writePlot } from './scaling/plot.mjs';

const help = 'usage: node benchmarks/scaling.mjs [--operations N] [--runs N] [--out DIR]';

function whole(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 10 && value <= 1e7) return value;
  return refuse(`--${name} ${text} is not valid: allowed is a whole number from 10 to 10000000\n${help}`);
}

function readOptions() {
  const values = optionsOf({
    operations: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '1000' },
    out: { type: 'string', default: path.join(import.meta.dirname, '.cache', 'results') },
  }, help);
  return { ...values, operations: whole('operations', values.operations), runs: whole('runs', values.runs) };
}

// Yields `from` and each tenfold size up to `largest`.
function* sizes(from, largest) {
  for (let count = Math.min(from, largest); count <= largest; count *= 10) yield count;
}

async function rowsOf(kinds, counts, measure) {
  const rows = [];
  for (const count of counts) {
    for (const kind of kinds) {
      rows.push({ kind, count, ...await measure(kind, count) });
      process.stderr.write(`${kind} ${count}\n`);
    }
  }
  return rows;
}

// Returns the growth from a tenth of the size to this size as an exponent: 1 is linear.
function growth(rows, { kind, count }, key) {
  const before = rows.find((row) => row.kind === kind && row.count === count / 10);
  const now = rows.find((row) => row.kind === kind && row.count === count);
  return before ? Math.log10(now[key] / before[key]).toFixed(2) : '-';
}

function print(title, rows) {
  const head = [title, 'count', 'time', 'CPU', 'memory', 'growth of CPU (1: linear)', 'of memory'];
  const table = new Table({ head, style: { compact: true, head: [], border: [] } });
  for (const row of rows) {
    const { kind, count, wall, cpu, memory } = row;
    const cells = [`${(wall / 1000).toFixed(2)} s`, `${(cpu / 1000).toFixed(2)} s`, `${memory.toFixed(0)} MiB`];
    table.push([kind, count, ...cells, growth(rows, row, 'cpu'), growth(rows, row, 'memory')]);
  }
  console.log(table.toString());
}

const options = readOptions();
outputFolder('out', options.out);
const ofRuns = await rowsOf(['plain', 'delays', 'trace'], sizes(1000, options.operations), operations);
print('operations of a run', ofRuns);
const ofCampaigns = await rowsOf(['all', 'failed'], sizes(10, options.runs), campaign);
print('runs of a campaign, --keep', ofCampaigns);
writeFileSync(path.join(options.out, 'scaling.json'), `${JSON.stringify({ ofRuns, ofCampaigns }, null, 1)}\n`);
const seconds = (rows) => rows.map((row) => ({ ...row, seconds: row.cpu / 1000 }));
writePlot(path.join(options.out, 'scaling-cpu.svg'), seconds(ofRuns), { key: 'seconds', x: 'operations →', y: '↑ CPU, s' });
writePlot(path.join(options.out, 'scaling-memory.svg'), ofRuns, { key: 'memory', x: 'operations →', y: '↑ peak of memory, MiB' });
writePlot(path.join(options.out, 'scaling-campaign.svg'), seconds(ofCampaigns), { key: 'seconds', x: 'runs →', y: '↑ CPU, s' });
