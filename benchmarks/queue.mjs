#!/usr/bin/env node
// Measures campaigns on several machines (nacd run --queue), all of them processes of this one, with a Redis of their
// own: throughput by the number of workers, and a long campaign: memory, Redis' size, commands
// (lab/scale.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { optionsOf } from './harness/command-line.mjs';
import { longCampaign } from './queue/long.mjs';
import { throughput } from './queue/throughput.mjs';

const require = createRequire(import.meta.url);
const { installed } = require('../test/support/installed.js');
const { startServices } = require('../test/support/services.js');
// The packages that a user installs for --queue. nacd looks for them as require() does.
process.env.NODE_PATH = path.join(installed('queue', { bullmq: '6.7.0', ioredis: '5.11.1' }), 'node_modules');
const usage = `usage: node benchmarks/queue.mjs [--workers 1,2,4,8] [--wait MS] [--each RUNS] [--runs N] [--operations N]
  --each N: runs for each worker; --runs N: of the long campaign, 0: none; --operations N: in each of its traces`;
const values = optionsOf({
  workers: { type: 'string', default: '1,2,4,8' },
  wait: { type: 'string', default: '2000' },
  each: { type: 'string', default: '8' },
  runs: { type: 'string', default: '10000' },
  operations: { type: 'string', default: '300' },
}, usage);

const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-queue-'));
const services = await startServices('redis');
try {
  const about = { url: services.urls.redis, folder };
  const counts = values.workers.split(',').filter(Boolean).map(Number);
  if (counts.length > 0) await throughput(about, { counts, wait: Number(values.wait), each: Number(values.each) });
  const runs = Number(values.runs);
  if (runs > 0) await longCampaign(about, { runs, workers: 4, operations: Number(values.operations) });
} finally {
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
}
