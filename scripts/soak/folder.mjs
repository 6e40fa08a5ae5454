// Campaigns one after the other in one folder, as a user has them. Most are disturbed.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../lib/run.mjs';
import { kill, leftOver, marked, processesWith } from './processes.mjs';
import { changedFiles, faultsIn, MAIN, usersFiles } from './results.mjs';

const PROGRAM = path.join(root, 'test', 'fixtures', 'soak', 'program.js');
const PATIENCE_MS = 20_000;
const RUN_MS = 200; // about what a run takes

// Passed, failed, and if a process was killed: the first run, which has no delays, fails.
const UNDISTURBED = [0, 1];
const DISTURBED = [...UNDISTURBED, 3];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function startCampaign({ cwd, mark, runs, seed }) {
  const args = ['run', '--keep-going', '-n', String(runs), '--seed', String(seed), '--timeout', '30', '--', 'node', 'program.js'];
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const tool = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...env, ...marked(mark) }, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  tool.stderr.setEncoding('utf8').on('data', (text) => { stderr += text; });
  const ended = new Promise((resolve) => tool.on('close', (status, signal) => resolve({ status, signal, stderr })));
  return { tool, ended };
}

// Kills the tool once, at a random moment of the campaign.
async function killTool({ tool, random, runs }) {
  await pause(random() * RUN_MS * runs);
  return kill(tool.pid) ? 1 : 0;
}

// Kills processes of the campaign but the tool, again and again.
async function killOthers({ tool, mark, random, isOver }) {
  let count = 0;
  while (!isOver()) {
    await pause(random() * 2 * RUN_MS);
    const others = processesWith(mark, tool.pid).filter(({ role }) => role !== 'tool');
    const victim = others[Math.floor(random() * others.length)];
    if (victim && kill(victim.pid)) count++;
  }
  return count;
}

async function soakOnce({ cwd, runs, random, disturb }) {
  const mark = crypto.randomUUID();
  const { tool, ended } = startCampaign({ cwd, mark, runs, seed: Math.floor(random() * 2 ** 32) });
  let over = false;
  const end = ended.finally(() => { over = true; });
  const killed = disturb ? await disturb({ tool, mark, random, runs, isOver: () => over }) : 0;
  const { status, signal, stderr } = await end;
  const allowed = disturb ? DISTURBED : UNDISTURBED;
  const left = await leftOver(mark, PATIENCE_MS);
  for (const { pid } of left) kill(pid);
  const out = path.join(cwd, '.nacd');
  const faults = left.map(({ pid, command }) => `process ${pid} is left: ${command}`);
  faults.push(...faultsIn(out, signal === null));
  if (signal === null && !allowed.includes(status)) faults.push(`nacd run ended with ${status}: ${stderr}`);
  return { killed, faults, made: fs.existsSync(path.join(out, 'runs')) ? fs.readdirSync(path.join(out, 'runs')).length : 0 };
}

function makeFolder() {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-soak-'));
  fs.copyFileSync(PROGRAM, path.join(cwd, 'program.js'));
  for (const name of ['notes.txt', 'lib/data.bin', '.nacd/mine.txt', 'runs/mine.txt', 'failures/mine.txt']) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), crypto.randomBytes(1000));
  }
  return cwd;
}

// Resolves to counts of what happened. The last campaign is left alone, and must find all in order.
export async function soakFolder({ campaigns, runs, random }) {
  const cwd = makeFolder();
  const before = usersFiles(cwd);
  const counts = { campaigns: 0, 'runs that left results': 0, 'tools killed': 0, 'runs and children killed': 0, faults: 0 };
  for (let index = 0; index < campaigns; index++) {
    const isLast = index === campaigns - 1;
    const disturb = isLast ? undefined : random() < 0.6 ? killTool : killOthers;
    const { killed, faults, made } = await soakOnce({ cwd, runs, random, disturb });
    faults.push(...changedFiles(before, usersFiles(cwd)));
    for (const fault of faults) console.error(`soak: ${fault}`);
    counts.campaigns++;
    counts['runs that left results'] += made;
    counts[disturb === killTool ? 'tools killed' : 'runs and children killed'] += killed;
    counts.faults += faults.length;
  }
  if (counts.faults === 0) fs.rmSync(cwd, { recursive: true, force: true });
  return counts;
}
