// npm run demo:requests: a suite that sends one request after the other passes, and nacd proves the race that it
// misses. The database is PGlite, PostgreSQL in the process; with DATABASE_URL it is that PostgreSQL.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildAddon } from './lib/addon.mjs';
import { needs, provide } from './lib/needs.mjs';
import { ensurePackages } from './lib/npm.mjs';
import { Failure, main, root } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const PACKAGES = { '@electric-sql/pglite': '0.5.16', 'pg': '8.23.1' };
const SUITE = ['node', '--test', 'shop.test.js'];
const nacd = path.join(root, 'lib', 'cli', 'main.js');

function shown(folder, args) {
  console.log(`\n$ npx nacd ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [nacd, ...args], { cwd: folder, stdio: 'inherit' });
  return status;
}

main(() => {
  provide(needs.build);
  ensurePackages('.', 'the build needs them');
  buildAddon();
  const { installed } = require('../test/support/installed.js');
  const packages = installed('requests-demo', PACKAGES);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-demo-'));
  try {
    cpSync(path.join(root, 'demo', 'requests'), folder, { recursive: true });
    symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
    const { status, stdout } = spawnSync(SUITE[0], SUITE.slice(1), { cwd: folder, encoding: 'utf8' });
    console.log(`\n$ ${SUITE.join(' ')}\n${status === 0 ? 'passed' : stdout}`);
    if (status !== 0) throw new Failure('the suite fails by itself');
    if (shown(folder, ['requests', 'run', '--', ...SUITE]) !== 1) throw new Failure('no race was proved');
    const failures = path.join(folder, '.nacd', 'failures');
    const [file] = existsSync(failures) ? readdirSync(failures) : [];
    if (shown(folder, ['replay', path.join('.nacd', 'failures', file)]) !== 1) throw new Failure('the replay did not repeat it');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
