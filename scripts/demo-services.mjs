// npm run demo:services: starts a shop of services, whose traffic is sent one request after the other, finds a race
// over two of them, and repeats it. Starts PostgreSQL and Redis by itself.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { begin, leaveReport, makeFolder, provideAddon } from './lib/demo.mjs';
import { Failure, main, root } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const CASE = 'last-seat';
const COMMAND = ['--serve', 'node shop/start.cjs', '--traffic', 'traffic.json', '--reset', 'node shop/reset.cjs'];
const TIME = 'a few minutes';
const nacd = path.join(root, 'lib', 'cli', 'main.js');
const benchmark = path.join(root, 'benchmarks', 'services');

function shown(folder, args, env) {
  console.log(`\n$ npx nacd ${args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')}`);
  return spawnSync(process.execPath, [nacd, ...args], { cwd: folder, env, stdio: 'inherit' }).status;
}

function demonstrate(folder, { packages, env }) {
  const { services, traffic } = require('../benchmarks/services/cases.cjs').find(({ name }) => name === CASE);
  cpSync(path.join(benchmark, 'shop'), path.join(folder, 'shop'), { recursive: true });
  symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'traffic.json'), JSON.stringify(traffic));
  const all = { ...process.env, ...env, SERVICES: services.join(',') };
  if (shown(folder, ['requests', 'run', ...COMMAND], all) !== 1) throw new Failure('no race was proved');
  const failures = path.join(folder, '.nacd', 'failures');
  const [file] = existsSync(failures) ? readdirSync(failures) : [];
  const status = shown(folder, ['replay', path.join('.nacd', 'failures', file)], all);
  if (status !== 1) throw new Failure('the replay did not repeat it');
}

main(async () => {
  begin('Starts a shop of several services with PostgreSQL and Redis, finds a race over two of them, and repeats it.', TIME);
  provideAddon();
  const { startShop } = require('../benchmarks/services/databases.cjs');
  const shop = await startShop();
  const folder = makeFolder();
  try {
    demonstrate(folder, shop);
    leaveReport(folder);
  } finally {
    await shop.stop();
  }
});
