// Measures the CPU time that recording costs a server: express and pg, 5,000 requests, plain and recorded in turn.
//   node benchmarks/requests/overhead.mjs [--rounds 6] [--requests 5000]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { send } from './overhead/load.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');

const root = path.dirname(path.dirname(here));
const PACKAGES = { 'express': '4.22.3', 'pg': '8.23.1' };
const WARM_UP = 1000;

async function cpuOf(child) {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return (cpu.user + cpu.system) / 1000;
}

async function measure(folder, url, requests, isRecorded) {
  const trace = path.join(folder, 'trace');
  const recorded = isRecorded ? { NACD_REQUESTS: 'record', NACD_TRACE: trace } : {};
  const execArgv = isRecorded ? ['-r', root] : [];
  const child = fork(path.join(folder, 'server.cjs'), { execArgv, env: { ...process.env, DATABASE_URL: url, ...recorded } });
  const [{ port }] = await once(child, 'message');
  await send(port, WARM_UP);
  const before = await cpuOf(child);
  await send(port, requests);
  const after = await cpuOf(child);
  child.kill();
  await once(child, 'exit');
  rmSync(trace, { recursive: true, force: true });
  return after - before;
}

async function main() {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '6' }, requests: { type: 'string', default: '5000' } } });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-overhead-'));
  const services = await startServices('postgres');
  try {
    cpSync(path.join(here, 'overhead', 'server.cjs'), path.join(folder, 'server.cjs'));
    symlinkSync(path.join(installed('requests-pg', PACKAGES), 'node_modules'), path.join(folder, 'node_modules'));
    const ratios = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const order = round % 2 === 0 ? [false, true] : [true, false];
      const cpu = {};
      for (const isRecorded of order) {
        cpu[isRecorded] = await measure(folder, services.urls.postgres, Number(values.requests), isRecorded);
      }
      ratios.push(cpu.true / cpu.false);
      console.log(`plain ${cpu.false.toFixed(0)} ms, recorded ${cpu.true.toFixed(0)} ms: ${ratios.at(-1).toFixed(3)}`);
    }
    console.log(`CPU time recorded / plain, median of ${ratios.length}: ${median(ratios).toFixed(3)}`);
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
