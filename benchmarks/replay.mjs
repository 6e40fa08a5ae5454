#!/usr/bin/env node
// Finds a failure of each race, replays its schedule and minimizes it. Compares the pair that minimize names with the
// pair in the race's race.json. See README.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf, outputFolder } from './harness/command-line.mjs';
import { findPrograms } from './harness/programs.mjs';
import { install } from './harness/install.mjs';
import { startServices } from './harness/services.mjs';
import { measureReplay } from './harness/replay.mjs';
import { printReplayTable, summarizeReplay } from './harness/replay-report.mjs';

const benchmarks = path.dirname(fileURLToPath(import.meta.url));
const usage = 'usage: node benchmarks/replay.mjs [--only NAME]... [--half even|odd] [--replays N] [--seed N] [--out DIR] [--node BIN]';
const values = optionsOf({
  only: { type: 'string', multiple: true, default: [] },
  replays: { type: 'string', default: '20' },
  half: { type: 'string' },
  seed: { type: 'string', default: '1' },
  node: { type: 'string', default: process.execPath },
  out: { type: 'string', default: path.join(benchmarks, '.cache', 'results') },
}, usage);

const only = values.only.flatMap((names) => names.split(','));
const programs = findPrograms({ benchmarks, only, list: false }).filter(({ racy }) => racy)
  .filter((_, at) => !values.half || (at % 2 === 0) === (values.half === 'even'));
outputFolder('out', values.out);
for (const program of programs) await install(program);
const services = await startServices(new Set(programs.flatMap(({ meta }) => meta.services ?? [])));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => services.stop().finally(() => process.exit(130)));
}
const { node, seed } = values;
const options = { root: path.dirname(benchmarks), node, seed, env: services.env, replays: Number(values.replays) };
const results = [];
try {
  for (const program of programs) {
    results.push(await measureReplay(program, options));
    process.stderr.write(`${JSON.stringify(results.at(-1))}\n`);
  }
} finally {
  await services.stop();
}
const summary = summarizeReplay(results, options);
writeFileSync(path.join(values.out, 'replay.json'), `${JSON.stringify({ options: values, summary, results }, null, 2)}\n`);
printReplayTable(results, summary);
process.exitCode = summary.reached ? 0 : 1;
