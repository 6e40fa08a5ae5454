// Measures the CPU time that recording costs each service of the shop: the same requests, plain and recorded in turn.
//   node benchmarks/services/overhead.mjs [--rounds 6] [--requests 2000]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { SERVICES, answers, load } from './mix.mjs';

const require = createRequire(import.meta.url);
const { startShop } = require('./databases.cjs');
const { freePort } = require('../../lib/process/free-port.js');

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
const WARM_UP = 600;

// Of all threads, in milliseconds.
function cpuOf(pid) {
  const threads = fs.readdirSync(`/proc/${pid}/task`);
  const timeOf = (thread) => Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  const times = threads.map(timeOf);
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

function childrenOf(pid) {
  const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(/\s+/).map((child) => {
    const [, file] = fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    return { pid: child, name: path.basename(file, '.cjs') };
  });
}

// Resolves to {name of a service: CPU time}.
async function measure(shop, folder, requests, isRecorded) {
  const trace = path.join(folder, 'trace');
  fs.mkdirSync(trace, { recursive: true });
  const port = await freePort();
  const recorded = isRecorded ? { NODE_OPTIONS: `-r ${root}`, NACD_REQUESTS: 'record', NACD_TRACE: trace } : {};
  const env = { ...process.env, ...shop.env, SERVICES: SERVICES.join(','), PORT: String(port), ...recorded };
  spawnSync(process.execPath, [path.join(folder, 'shop', 'reset.cjs')], { env: { ...env, NODE_OPTIONS: '' } });
  const child = spawn(process.execPath, [path.join(folder, 'shop', 'start.cjs')], { env, stdio: 'ignore' });
  try {
    while (!await answers(port)) await sleep(50);
    await load(port, WARM_UP);
    const services = childrenOf(child.pid);
    const before = services.map(({ pid }) => cpuOf(pid));
    await load(port, requests);
    return Object.fromEntries(services.map(({ pid, name }, index) => [name, cpuOf(pid) - before[index]]));
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    fs.rmSync(trace, { recursive: true, force: true });
  }
}

const shown = ([name, own]) => `${name} ${own.at(-1).toFixed(3)}`;

async function main() {
  const { values } = parseArgs({ options: {
    rounds: { type: 'string', default: '6' }, requests: { type: 'string', default: '2000' },
  } });
  const shop = await startShop();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-overhead-'));
  fs.symlinkSync(path.join(shop.packages, 'node_modules'), path.join(folder, 'node_modules'));
  fs.cpSync(path.join(here, 'shop'), path.join(folder, 'shop'), { recursive: true });
  const ratios = {};
  try {
    for (let round = 0; round < Number(values.rounds); round++) {
      const cpu = {};
      for (const isRecorded of round % 2 === 0 ? [false, true] : [true, false]) {
        cpu[isRecorded] = await measure(shop, folder, Number(values.requests), isRecorded);
      }
      for (const name of Object.keys(cpu.false)) (ratios[name] ??= []).push(cpu.true[name] / cpu.false[name]);
      console.log(`round ${round + 1}: ${Object.entries(ratios).map(shown).join(', ')}`);
    }
    for (const [name, own] of Object.entries(ratios)) {
      console.log(`${name.padEnd(9)} ${median(own).toFixed(3)}  (${own.map((ratio) => ratio.toFixed(2)).join(' ')})`);
    }
    console.log(`all       ${median(Object.values(ratios).flat()).toFixed(3)}`);
  } finally {
    await shop.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit();
