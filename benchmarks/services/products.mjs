// node benchmarks/services/products.mjs: a real product as two processes on one PostgreSQL (--instances 2). Parse
// Server resets a password twice by one token, its fixed version does not (parse-community/parse-server#10216).
//   --kind race|fixed  only the version with the race, or the fixed one     --keep  prints the output of each run
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');
const { FIXED, PACKAGES } = require('../requests/published/lib/parse-server.cjs');

const here = path.dirname(fileURLToPath(import.meta.url));
const nacd = path.join(here, '..', '..', 'lib', 'cli', 'main.js');
const COMMAND = [
  '--serve', 'node app.cjs', '--traffic', 'node app.cjs traffic', '--reset', 'node app.cjs reset', '--instances', '2',
  '--limit', '30', '--handlers', 'POST /parse/apps/:appId/request_password_reset',
];

const { values: options } = parseArgs({ options: { kind: { type: 'string', default: 'race,fixed' }, keep: { type: 'boolean' } } });

function run(kind, url) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  const packages = kind === 'fixed' ? { ...PACKAGES, ...FIXED } : PACKAGES;
  symlinkSync(path.join(installed(`product-parse-server-${kind}`, packages), 'node_modules'), path.join(cwd, 'node_modules'));
  cpSync(path.join(here, 'products', 'parse-server.cjs'), path.join(cwd, 'app.cjs'));
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url };
  try {
    const started = spawnSync(process.execPath, [nacd, 'requests', 'run', ...COMMAND], { cwd, env, encoding: 'utf8' });
    const output = `${started.stdout}${started.stderr}`;
    if (options.keep) console.log(`${cwd}\n${output}`);
    return output;
  } finally {
    if (!options.keep) rmSync(cwd, { recursive: true, force: true });
  }
}

function main(url) {
  for (const kind of options.kind.split(',')) {
    const output = run(kind, url);
    const races = output.split('\n').filter((line) => line.startsWith('REQUEST RACE'));
    const summary = /^\s*candidates: (.*)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
    console.log(`parse-server ${kind}: ${races.length} races (${summary})`);
    for (const race of races) console.log(`  ${race}`);
  }
}

const { urls, stop } = await startServices('postgres');
try {
  main(urls.postgres);
} finally {
  await stop();
}
