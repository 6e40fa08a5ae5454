// Counts the instructions that the main thread of a server needs for a request, plain and recorded.
//   node benchmarks/requests/instructions.mjs [--warm-up 6000] [--requests 1000]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callgrindOf, instructionsIn, startCounting, writeCounts } from '../harness/callgrind.mjs';
import { send } from './overhead/load.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');

const root = path.dirname(path.dirname(here));
const PACKAGES = { 'express': '4.22.3', 'pg': '8.23.1' };

async function listening(child) {
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    const port = /listens on (\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`the server ended: ${text}`);
}

async function count(folder, url, { warmUp, requests }, isRecorded) {
  const out = path.join(folder, `counts-${isRecorded}`);
  const own = { NACD_REQUESTS: 'record', NACD_UNSUPPORTED_EVERY_REQUEST: '1', NACD_TRACE: path.join(folder, 'trace') };
  const recorded = isRecorded ? own : {};
  const args = [...(isRecorded ? ['-r', root] : []), path.join(folder, 'server.cjs')];
  const env = { ...process.env, DATABASE_URL: url, ...recorded };
  const child = spawn('valgrind', callgrindOf(out, process.execPath, args), { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const port = await listening(child);
    await send(port, warmUp);
    startCounting(child);
    await send(port, requests);
    writeCounts(child);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return instructionsIn(out);
}

async function main() {
  const { values } = parseArgs({ options: {
    'warm-up': { type: 'string', default: '6000' }, 'requests': { type: 'string', default: '1000' },
  } });
  const options = { warmUp: Number(values['warm-up']), requests: Number(values.requests) };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-instructions-'));
  const services = await startServices('postgres');
  try {
    cpSync(path.join(here, 'overhead', 'server.cjs'), path.join(folder, 'server.cjs'));
    symlinkSync(path.join(installed('requests-pg', PACKAGES), 'node_modules'), path.join(folder, 'node_modules'));
    const plain = await count(folder, services.urls.postgres, options, false);
    const recorded = await count(folder, services.urls.postgres, options, true);
    const per = (sum) => `${(sum / options.requests / 1000).toFixed(1)} k`;
    console.log(`instructions a request: plain ${per(plain.program)}, recorded ${per(recorded.program)}`);
    console.log(`of memory management:   plain ${per(plain.collector)}, recorded ${per(recorded.collector)}`);
    console.log(`of other threads:       plain ${per(plain.others)}, recorded ${per(recorded.others)}`);
    console.log(`recorded / plain: ${(recorded.program / plain.program).toFixed(3)}`);
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit();
