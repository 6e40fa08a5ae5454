#!/usr/bin/env node
// Measures gates (docs/guide/gates.md). Gates force each race into the order that fails and into the other one, and its
// fixed version into the order that failed. 202 made-up orders follow, possible and impossible ones. See README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureOrders } from './harness/gate-orders.mjs';
import { countGated } from './harness/gated.mjs';
import { install } from './harness/install.mjs';
import { optionsOf, outputFolder } from './harness/command-line.mjs';
import { findPrograms } from './harness/programs.mjs';
import { startServices } from './harness/services.mjs';

const benchmarks = path.dirname(fileURLToPath(import.meta.url));
const usage = `usage: node benchmarks/gates.mjs [--only NAME]... [--runs N] [--orders N] [--engine api|loop|both] [--out DIR]
       [--node BIN] [--verbose]`;
const values = optionsOf({
  only: { type: 'string', multiple: true, default: [] },
  runs: { type: 'string', default: '20' },
  orders: { type: 'string', default: '202' },
  node: { type: 'string', default: process.execPath },
  engine: { type: 'string', default: 'api' },
  out: { type: 'string', default: path.join(benchmarks, '.cache', 'results') },
  verbose: { type: 'boolean', default: false },
}, usage);

const gates = JSON.parse(readFileSync(path.join(benchmarks, 'gates.json'), 'utf8'));
const only = values.only.flatMap((names) => names.split(','));
const programs = findPrograms({ benchmarks, only, list: false }).filter(({ name }) => gates[name]?.racing);

// A fix may make an order impossible, so its gates are optional.
function entry(order, fixed) {
  const gate = typeof order === 'string' ? { order } : order;
  return fixed ? { ...gate, optional: true } : gate;
}

async function measureRace(program, options) {
  const count = Number(values.runs);
  const { racing, other } = gates[program.name];
  const fixed = program.label.endsWith('@fixed');
  const plans = fixed ? [['fixed', racing, 'pass']] : [['racing', racing, 'race'], ['other', other, 'pass']];
  const results = {};
  for (const [plan, order, expected] of plans) {
    results[plan] = await countGated(program, [entry(order, fixed)], options, { count, expected });
    const { verdicts, median, unexpected } = results[plan];
    console.log(`${program.label.padEnd(30)} ${plan.padEnd(7)} ${JSON.stringify(verdicts)} ${Math.round(median)} ms`);
    if (values.verbose && unexpected) console.log(unexpected);
  }
  return { program: program.label, ...results };
}

outputFolder('out', values.out);
for (const program of programs) await install(program);
const services = await startServices(new Set(programs.flatMap(({ meta }) => meta.services ?? [])));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => services.stop().finally(() => process.exit(130)));
}
const env = { ...services.env, NACD_ENGINE: values.engine };
const options = { root: path.dirname(benchmarks), node: values.node, env };
const races = [];
try {
  for (const program of programs) races.push(await measureRace(program, options));
} finally {
  await services.stop();
}
const total = only.length === 0 ? Number(values.orders) : 0;
const orders = total > 0 ? await measureOrders(total, options) : undefined;
writeFileSync(path.join(values.out, 'gates.json'), `${JSON.stringify({ options: values, races, orders }, null, 2)}\n`);
