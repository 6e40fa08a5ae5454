#!/usr/bin/env node
// Measures how time and memory of `nacd requests find` grow with the operations of a trace. See ../README.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Table from 'cli-table3';
import { optionsOf, outputFolder, refuse } from '../harness/command-line.mjs';
import { generate, KINDS } from './generate.mjs';

// The analysis has one thread, so its CPU is its time on a machine that does nothing else.
const GOALS = { seconds: 20, mebibytes: 1024, growth: 1.2 };
const results = path.join(import.meta.dirname, '..', '.cache', 'results');
const help = `usage: node benchmarks/requests/find.mjs [--operations N] [--kinds ${Object.keys(KINDS).join(',')}] [--out DIR]`;

function readOptions() {
  const { operations, kinds, out } = optionsOf({
    operations: { type: 'string', default: '1000000' },
    kinds: { type: 'string', default: 'shop' },
    out: { type: 'string', default: results },
  }, help);
  const count = Number(operations);
  if (!Number.isInteger(count) || count < 1000 || count > 1e7) {
    refuse(`--operations ${operations} is not valid: allowed is a whole number from 1000 to 10000000\n${help}`);
  }
  const unknown = kinds.split(',').find((kind) => !KINDS[kind]);
  if (unknown !== undefined) refuse(`--kinds ${unknown} is not known: ${Object.keys(KINDS).join(', ')}\n${help}`);
  return { operations: count, kinds: kinds.split(','), out };
}

function measure(folder, kind, operations) {
  const file = path.join(folder, 'trace.ndjson');
  const bytes = generate(file, operations, kind);
  const find = path.join(import.meta.dirname, 'find-one.cjs');
  const found = JSON.parse(execFileSync(process.execPath, [find, file], { encoding: 'utf8' }));
  return { kind, ...found, bytes };
}

// Returns the exponent by which the CPU grows from the size before: 1 is linear.
function growthOf(rows, row) {
  const before = rows[rows.indexOf(row) - 1];
  if (before?.kind !== row.kind) return undefined;
  return Math.log(row.cpu / before.cpu) / Math.log(row.operations / before.operations);
}

function print(rows) {
  const head = ['trace', 'operations', 'requests', 'MiB of trace', 'time', 'CPU', 'peak memory', 'growth of CPU', 'candidates'];
  const table = new Table({ head, style: { compact: true, head: [], border: [] } });
  for (const row of rows) {
    table.push([
      row.kind, row.operations, row.requests, (row.bytes / 2 ** 20).toFixed(0), `${row.seconds.toFixed(2)} s`,
      `${row.cpu.toFixed(2)} s`, `${row.mebibytes.toFixed(0)} MiB`, growthOf(rows, row)?.toFixed(2) ?? '-', row.candidates,
    ]);
  }
  console.log(table.toString());
}

function missed(rows, row) {
  const growth = growthOf(rows, row) ?? 0;
  return row.cpu > GOALS.seconds || row.mebibytes > GOALS.mebibytes || growth > GOALS.growth;
}

const options = readOptions();
outputFolder('out', options.out);
const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-requests-'));
const rows = [];
try {
  for (const kind of options.kinds) {
    for (let count = options.operations / 100; count <= options.operations; count *= 10) {
      rows.push(measure(folder, kind, Math.round(count)));
      process.stderr.write(`${kind} ${count}\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
print(rows);
writeFileSync(path.join(options.out, 'requests-find.json'), `${JSON.stringify(rows, null, 1)}\n`);
const bad = rows.filter((row) => missed(rows, row));
for (const { kind, operations } of bad) console.error(`goal missed: ${kind}, ${operations} operations`);
process.exitCode = bad.length > 0 ? 1 : 0;
