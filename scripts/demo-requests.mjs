// npm run demo:requests: a suite that sends one request after the other passes, and nacd proves the race that it
// misses. The database is PGlite, PostgreSQL in the process; with DATABASE_URL it is that PostgreSQL.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { begin, leaveReport, makeFolder, provideAddon } from './lib/demo.mjs';
import { Failure, main, root } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const PACKAGES = { '@electric-sql/pglite': '0.5.16', 'pg': '8.23.1' };
const SUITE = ['node', '--test', 'shop.test.js'];
const TIME = 'one or two minutes, ten on a busy machine';
const nacd = path.join(root, 'lib', 'cli', 'main.js');

function shown(folder, args) {
  console.log(`\n$ npx nacd ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [nacd, ...args], { cwd: folder, stdio: 'inherit' });
  return status;
}

main(() => {
  begin('A suite of a shop sends one request after the other and passes. nacd finds two requests that use one coupon twice, and\nproves it.', TIME);
  provideAddon();
  const { installed } = require('../test/support/installed.js');
  const packages = installed('requests-demo', PACKAGES);
  const folder = makeFolder();
  cpSync(path.join(root, 'demo', 'requests'), folder, { recursive: true });
  symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  const { status, stdout } = spawnSync(SUITE[0], SUITE.slice(1), { cwd: folder, encoding: 'utf8' });
  console.log(`\n$ ${SUITE.join(' ')}\n${status === 0 ? 'passed' : stdout}`);
  if (status !== 0) throw new Failure('the suite fails by itself');
  if (shown(folder, ['requests', 'run', '--', ...SUITE]) !== 1) throw new Failure('no race was proved');
  const failures = path.join(folder, '.nacd', 'failures');
  const [file] = existsSync(failures) ? readdirSync(failures) : [];
  if (shown(folder, ['replay', path.join('.nacd', 'failures', file)]) !== 1) throw new Failure('the replay did not repeat it');
  leaveReport(folder);
});
