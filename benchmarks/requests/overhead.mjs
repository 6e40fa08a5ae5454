// Measures the CPU time that recording costs a server: express and pg, 5,000 requests. In each round a plain and a
// recorded server run at the same time and get a block of requests in turn: the speed of a shared machine changes by a
// half within minutes, and by less within a second.
// Most requests of such a load are left out; --every-request records them all.
//   node benchmarks/requests/overhead.mjs [--rounds 6] [--requests 5000] [--every-request]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, sum } from 'simple-statistics';
import { alternate } from '../loop/numbers.mjs';
import { send } from './overhead/load.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');

const root = path.dirname(path.dirname(here));
const PACKAGES = { 'express': '4.22.3', 'pg': '8.23.1' };
const WARM_UP = 1000;
const BLOCK = 250; // requests

async function cpuOf(child) {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return (cpu.user + cpu.system) / 1000;
}

// `how`: variables of the recorded server, or undefined for a plain one.
async function start(folder, url, how) {
  const recorded = how ? { NACD_REQUESTS: 'record', NACD_TRACE: path.join(folder, 'trace'), ...how } : {};
  const execArgv = how ? ['-r', root] : [];
  const child = fork(path.join(folder, 'server.cjs'), { execArgv, env: { ...process.env, DATABASE_URL: url, ...recorded } });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function measure({ child, port }, requests) {
  const before = await cpuOf(child);
  await send(port, requests);
  return await cpuOf(child) - before;
}

// Resolves to the CPU times of a plain and a recorded server that get the same requests, a block each in turn.
async function compare(folder, url, requests, how) {
  const servers = [await start(folder, url), await start(folder, url, how)];
  try {
    for (const { port } of servers) await send(port, WARM_UP);
    const [plain, recorded] = servers.map((server) => () => measure(server, BLOCK));
    const times = await alternate({ plain, recorded }, requests / BLOCK, 'overhead');
    return [times.plain, times.recorded].map((blocks) => sum(blocks));
  } finally {
    for (const { child } of servers) {
      child.kill();
      await once(child, 'exit');
    }
    rmSync(path.join(folder, 'trace'), { recursive: true, force: true });
  }
}

async function main() {
  const { values } = parseArgs({ options: {
    'rounds': { type: 'string', default: '6' }, 'requests': { type: 'string', default: '5000' },
    'every-request': { type: 'boolean', default: false },
  } });
  const how = values['every-request'] ? { NACD_UNSUPPORTED_EVERY_REQUEST: '1' } : {};
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-overhead-'));
  const services = await startServices('postgres');
  try {
    cpSync(path.join(here, 'overhead', 'server.cjs'), path.join(folder, 'server.cjs'));
    symlinkSync(path.join(installed('requests-pg', PACKAGES), 'node_modules'), path.join(folder, 'node_modules'));
    const ratios = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const [plain, recorded] = await compare(folder, services.urls.postgres, Number(values.requests), how);
      ratios.push(recorded / plain);
      console.log(`plain ${plain.toFixed(0)} ms, recorded ${recorded.toFixed(0)} ms: ${ratios.at(-1).toFixed(3)}`);
    }
    console.log(`CPU time recorded / plain, median of ${ratios.length}: ${median(ratios).toFixed(3)}`);
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
