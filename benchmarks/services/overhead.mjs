// Measures the CPU time that recording costs each service of the shop: the same requests, plain and recorded in turn.
//   node benchmarks/services/overhead.mjs [--rounds 6] [--requests 2000]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';

const require = createRequire(import.meta.url);
const { startShop } = require('./databases.cjs');
const { freePort } = require('../../lib/process/free-port.js');

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
const WARM_UP = 600;
const CLIENTS = 4;
const SERVICES = ['stock', 'orders', 'payment', 'accounts', 'users', 'timeline', 'movies'];
const post = (target, body) => ({ method: 'POST', target, body: JSON.stringify(body) });
const MIX = [
  post('/deposit', { account: 'ann', amount: 5 }), post('/preserve', { train: 'G8', user: 'ann' }),
  post('/address', { order: 2, address: 'new' }), post('/posts', { user: 'ann', text: 'new' }),
  post('/reviews', { movie: 'alien', grade: 3 }), { method: 'GET', target: '/pages/alien' },
];

function ask(agent, port, { method, target, body }) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      response.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });
}

async function load(agent, port, count) {
  let next = 0;
  const client = async () => {
    while (next < count) await ask(agent, port, MIX[next++ % MIX.length]);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

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

const answers = (agent, port) => ask(agent, port, MIX.at(-1)).then(() => true, () => false);

// Resolves to {name of a service: CPU time}.
async function measure(shop, folder, requests, isRecorded) {
  const trace = path.join(folder, 'trace');
  fs.mkdirSync(trace, { recursive: true });
  const port = await freePort();
  const recorded = isRecorded ? { NODE_OPTIONS: `-r ${root}`, NACD_REQUESTS: 'record', NACD_TRACE: trace } : {};
  const env = { ...process.env, ...shop.env, SERVICES: SERVICES.join(','), PORT: String(port), ...recorded };
  spawnSync(process.execPath, [path.join(folder, 'shop', 'reset.cjs')], { env: { ...env, NODE_OPTIONS: '' } });
  const child = spawn(process.execPath, [path.join(folder, 'shop', 'start.cjs')], { env, stdio: 'ignore' });
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  try {
    while (!await answers(agent, port)) await sleep(50);
    await load(agent, port, WARM_UP);
    const services = childrenOf(child.pid);
    const before = services.map(({ pid }) => cpuOf(pid));
    await load(agent, port, requests);
    return Object.fromEntries(services.map(({ pid, name }, index) => [name, cpuOf(pid) - before[index]]));
  } finally {
    agent.destroy();
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
