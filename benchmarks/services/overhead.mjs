// Measures the CPU time that recording costs each service of the shop. A plain shop and a recorded one run at the same
// time, and each block of requests goes to one and then to the other: the speed of a shared machine changes by a half
// within minutes, and by less within a second.
//   node benchmarks/services/overhead.mjs [--blocks 10] [--requests 2000] [--warm-up 6000]
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
import { alternate } from '../loop/numbers.mjs';
import { SERVICES, answers, load } from './mix.mjs';

const require = createRequire(import.meta.url);
const { startShop } = require('./databases.cjs');
const { freePort } = require('../../lib/process/free-port.js');

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));

// Of all threads, in milliseconds.
function cpuOf(pid) {
  const threads = fs.readdirSync(`/proc/${pid}/task`);
  const timeOf = (thread) => Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return threads.map(timeOf).reduce((sum, time) => sum + time, 0) / 1e6;
}

function childrenOf(pid) {
  const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(/\s+/).map((child) => {
    const [, file] = fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    return { pid: child, name: path.basename(file, '.cjs') };
  });
}

async function start(databases, folder, isRecorded) {
  const port = await freePort();
  const recorded = isRecorded ? { NODE_OPTIONS: `-r ${root}`, NACD_REQUESTS: 'record', NACD_TRACE: path.join(folder, 'trace') } : {};
  const env = { ...process.env, ...databases.env, SERVICES: SERVICES.join(','), PORT: String(port), ...recorded };
  const child = spawn(process.execPath, [path.join(databases.shop, 'start.cjs')], { env, stdio: 'ignore' });
  while (!await answers(port)) await sleep(50);
  return { child, port, services: childrenOf(child.pid) };
}

// Resolves to {name of a service: CPU time for `requests` requests}.
async function measure({ port, services }, requests) {
  const before = services.map(({ pid }) => cpuOf(pid));
  await load(port, requests);
  return new Map(services.map(({ pid, name }, index) => [name, cpuOf(pid) - before[index]]));
}

// The pages of the shop show all that was written before: without this each request costs more than the one before.
function reset({ env, shop }) {
  const options = { env: { ...process.env, ...env, SERVICES: SERVICES.join() }, stdio: 'inherit' };
  const { status } = spawnSync(process.execPath, [path.join(shop, 'reset.cjs')], options);
  if (status !== 0) throw new Error('The tables of the shop cannot be made anew.');
}

// Resolves to {plain, recorded}: the CPU times of each block.
function compare(shops, databases, blocks, requests) {
  const block = (shop) => () => {
    reset(databases);
    return measure(shop, requests);
  };
  return alternate({ plain: block(shops.plain), recorded: block(shops.recorded) }, blocks, 'overhead');
}

function tell({ plain, recorded }) {
  const all = [];
  for (const name of plain[0].keys()) {
    const ratios = plain.map((times, block) => recorded[block].get(name) / times.get(name));
    const sum = (blocks) => blocks.reduce((total, times) => total + times.get(name), 0);
    all.push(median(ratios));
    console.log(`${name.padEnd(9)} ${all.at(-1).toFixed(3)}  (sums of all blocks: ${(sum(recorded) / sum(plain)).toFixed(3)})`);
  }
  console.log(`all       ${median(all).toFixed(3)}`);
}

async function main() {
  const { values } = parseArgs({ options: {
    'blocks': { type: 'string', default: '10' }, 'requests': { type: 'string', default: '2000' },
    'warm-up': { type: 'string', default: '6000' },
  } });
  const [blocks, requests, warmUp] = ['blocks', 'requests', 'warm-up'].map((name) => Number(values[name]));
  const started = await startShop();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-overhead-'));
  fs.symlinkSync(path.join(started.packages, 'node_modules'), path.join(folder, 'node_modules'));
  const databases = { env: started.env, shop: path.join(folder, 'shop') };
  fs.cpSync(path.join(here, 'shop'), databases.shop, { recursive: true });
  fs.mkdirSync(path.join(folder, 'trace'));
  const shops = {};
  try {
    reset(databases);
    shops.plain = await start(databases, folder, false);
    shops.recorded = await start(databases, folder, true);
    await compare(shops, databases, warmUp / requests, requests);
    tell(await compare(shops, databases, blocks, requests));
  } finally {
    for (const { child } of Object.values(shops)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await started.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit();
