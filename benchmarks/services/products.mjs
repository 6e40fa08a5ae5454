// node benchmarks/services/products.mjs: real products as several processes on one PostgreSQL. Parse Server runs twice
// (--instances 2) and resets a password twice by one token, its fixed version does not (parse-community/parse-server
// #10216).
// Vendure, a server and a worker, has two products put into one basket at once (vendurehq/vendure#2187), and two orders
// of one product paid at once (vendurehq/vendure#3508).
//   --only NAME  only this product     --kind race|fixed  only the version with the race, or the fixed one
//   --keep  prints the output of each run
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
const COMMAND = ['--serve', 'node app.cjs', '--reset', 'node app.cjs reset', '--limit', '30'];
const TRAFFIC = 'node app.cjs traffic';
const RESETS = 'POST /parse/apps/:appId/request_password_reset';

const VENDURE = { '@vendure/core': '3.7.3', 'pg': '8.23.1' };

// The version of `fixed` is silent; of Vendure's first race there is none.
const PRODUCTS = [
  { name: 'parse-server', kinds: { race: PACKAGES, fixed: { ...PACKAGES, ...FIXED } }, flags: ['--instances', '2', '--handlers', RESETS] },
  { name: 'vendure', kinds: { race: VENDURE }, flags: ['--budget', '300'] },
  {
    name: 'vendure-stock', file: 'vendure', traffic: 'node app.cjs buy',
    kinds: { race: VENDURE, fixed: { ...VENDURE, '@vendure/core': '3.7.4-master-202609110210' } },
    flags: ['--budget', '300', '--handlers', 'POST /shop-api mutation addPaymentToOrder'],
  },
];

const { values: options } = parseArgs({ options: {
  only: { type: 'string' }, kind: { type: 'string', default: 'race,fixed' }, keep: { type: 'boolean' },
} });

function run({ name, file = name, traffic = TRAFFIC, kinds, flags }, kind, url) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  symlinkSync(path.join(installed(`product-${file}-${kind}`, kinds[kind]), 'node_modules'), path.join(cwd, 'node_modules'));
  cpSync(path.join(here, 'products', `${file}.cjs`), path.join(cwd, 'app.cjs'));
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url };
  try {
    const started = spawnSync(process.execPath, [nacd, 'requests', 'run', ...COMMAND, '--traffic', traffic, ...flags], { cwd, env, encoding: 'utf8' });
    const output = `${started.stdout}${started.stderr}`;
    if (options.keep) console.log(`${cwd}\n${output}`);
    return output;
  } finally {
    if (!options.keep) rmSync(cwd, { recursive: true, force: true });
  }
}

function main(url) {
  const wanted = options.only?.split(',');
  for (const product of PRODUCTS.filter(({ name }) => !wanted || wanted.includes(name))) {
    for (const kind of options.kind.split(',').filter((one) => product.kinds[one])) {
      const output = run(product, kind, url);
      const races = output.split('\n').filter((line) => line.startsWith('REQUEST RACE'));
      const summary = /^\s*candidates: (.*)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
      console.log(`${product.name} ${kind}: ${races.length} races (${summary})`);
      for (const race of races) console.log(`  ${race}`);
    }
  }
}

const { urls, stop } = await startServices('postgres');
try {
  main(urls.postgres);
} finally {
  await stop();
}
