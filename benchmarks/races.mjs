#!/usr/bin/env node
// Runs every tool on every race, in turns. Prints how often each finds the race and what it costs. See README.md.
import path from 'node:path';
import { outputFolder, refuse } from './harness/command-line.mjs';
import { readOptions } from './harness/options.mjs';
import { findPrograms } from './harness/programs.mjs';
import { install } from './harness/install.mjs';
import { startServices } from './harness/services.mjs';
import { measure } from './harness/measure.mjs';
import { summarize } from './harness/summary.mjs';
import { printTables, writeJson } from './harness/report.mjs';
import { writePlots } from './harness/plots.mjs';

let options;
let programs;
try {
  options = readOptions();
  programs = findPrograms(options);
} catch (error) {
  refuse(error.message);
}
outputFolder('out', options.out);
outputFolder('plots', options.plots);
for (const program of programs) await install(program);

const services = await startServices(new Set(programs.flatMap(({ meta }) => meta.services ?? [])));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => services.stop().finally(() => process.exit(130)));
}
let runs;
try {
  runs = await measure({ programs, options, env: services.env });
} finally {
  await services.stop();
}

const summary = summarize(runs, options);
printTables(summary, options);
writeJson(path.join(options.out, 'races.json'), { options, summary, runs });
await writePlots(summary, options.plots);
process.exitCode = summary.sound ? 0 : 1;
