// Counts the instructions that each service of the shop needs for a request of the gateway, plain and recorded: the
// time of overhead.mjs depends on what else the machine does.
//   node benchmarks/services/instructions.mjs [--only gateway,accounts] [--warm-up 3000] [--requests 600]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callgrindOf, instructionsIn, startCounting, writeCounts } from '../harness/callgrind.mjs';
import { SERVICES, answers, load } from './mix.mjs';

const require = createRequire(import.meta.url);
const { startShop } = require('./databases.cjs');
const { freePort } = require('../../lib/process/free-port.js');

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
const NAMES = [...SERVICES, 'gateway'];

async function environment(shop, trace, isRecorded) {
  const ports = {};
  for (const name of NAMES) ports[name] = await freePort();
  const addresses = Object.entries(ports).map(([name, port]) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`]);
  const recorded = isRecorded ? { NACD_REQUESTS: 'record', NACD_UNSUPPORTED_EVERY_REQUEST: '1', NACD_TRACE: trace } : {};
  const env = { ...process.env, ...shop.env, SERVICES: SERVICES.join(), ...Object.fromEntries(addresses), ...recorded };
  return { ports, env };
}

// Only those of `counted` run under valgrind.
function start(name, folder, { ports, env }, counted, isRecorded) {
  const args = [...(isRecorded ? ['-r', root] : []), path.join(folder, 'shop', `${name}.cjs`)];
  const options = { env: { ...env, PORT: String(ports[name]) }, stdio: 'ignore' };
  if (!counted.includes(name)) return { name, child: spawn(process.execPath, args, options) };
  const out = path.join(folder, `${name}-${isRecorded}`);
  return { name, out, child: spawn('valgrind', callgrindOf(out, process.execPath, args), options) };
}

// Resolves to {name of a service: what instructionsIn() returns}.
async function count(shop, folder, { counted, warmUp, requests }, isRecorded) {
  const trace = path.join(folder, `trace-${isRecorded}`);
  fs.mkdirSync(trace);
  const where = await environment(shop, trace, isRecorded);
  spawnSync(process.execPath, [path.join(folder, 'shop', 'reset.cjs')], { env: where.env });
  const services = NAMES.map((name) => start(name, folder, where, counted, isRecorded));
  const measured = services.filter(({ out }) => out !== undefined);
  try {
    for (const port of Object.values(where.ports)) while (!await answers(port)) await sleep(200);
    await load(where.ports.gateway, warmUp);
    for (const { child } of measured) startCounting(child);
    await load(where.ports.gateway, requests);
    for (const { child } of measured) writeCounts(child);
  } finally {
    for (const { child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }
  return Object.fromEntries(measured.map(({ name, out }) => [name, instructionsIn(out)]));
}

function tell(name, plain, recorded, requests) {
  const thousands = (sum) => (sum / requests / 1000).toFixed(1);
  const columns = ['program', 'collector', 'others'].map((part) => `${part} ${thousands(plain[part])} ${thousands(recorded[part])}`);
  console.log(`${name.padEnd(9)} ${(recorded.program / plain.program).toFixed(3)}  thousands a request: ${columns.join(', ')}`);
}

async function main() {
  const { values } = parseArgs({ options: {
    'only': { type: 'string', default: NAMES.join() },
    'warm-up': { type: 'string', default: '3000' }, 'requests': { type: 'string', default: '600' },
  } });
  const options = { counted: values.only.split(','), warmUp: Number(values['warm-up']), requests: Number(values.requests) };
  const shop = await startShop();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-instructions-'));
  fs.symlinkSync(path.join(shop.packages, 'node_modules'), path.join(folder, 'node_modules'));
  fs.cpSync(path.join(here, 'shop'), path.join(folder, 'shop'), { recursive: true });
  try {
    const plain = await count(shop, folder, options, false);
    const recorded = await count(shop, folder, options, true);
    for (const name of Object.keys(plain)) tell(name, plain[name], recorded[name], options.requests);
  } finally {
    await shop.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit();
