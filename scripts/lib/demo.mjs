// Parts of the demos: what they say first, the addon they use, and the report they leave.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { ensurePackages } from './npm.mjs';
import { Failure, root } from './run.mjs';

const { platformName } = createRequire(import.meta.url)('../../lib/options/platform.js');
const nacd = path.join(root, 'lib', 'cli', 'main.js');
const isVerbose = process.argv.includes('--verbose');

// Says what a demo does and how long that takes.
export function begin(what, time) {
  console.log(`${what}\nThis takes ${time}.\nThe first time also installs packages, and compiles the addon where there is no binary.`);
}

// Installs what nacd itself needs, and builds the addon of the package `from`, unless the published binary is there and
// no build. The compiler's lines are shown if it fails, or with --verbose.
export function provideAddon(from = root, install = ensurePackages) {
  install('.', 'nacd and its build need them');
  const own = path.join(from, 'build', 'Release', 'nacd_native.node');
  const published = path.join(from, 'prebuilds', platformName(), 'nacd-native.node');
  if (!existsSync(own) && existsSync(published)) return;
  console.log('The addon is compiled now if a source has changed, which takes minutes (--verbose shows the compiler).');
  const stdio = isVerbose ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const script = path.join(from, 'scripts', 'build.mjs');
  const built = spawnSync(process.execPath, [script], { cwd: from, stdio, encoding: 'utf8' });
  if (built.status === 0) return;
  if (!isVerbose) console.error(`${built.stdout}${built.stderr}`);
  throw new Failure('the addon could not be built');
}

// Returns a new folder for a demo, which stays.
export const makeFolder = () => mkdtempSync(path.join(os.tmpdir(), 'nacd-demo-'));

// Writes the report of the results in `folder`, and says where it is.
export function leaveReport(folder) {
  const { status, stderr } = spawnSync(process.execPath, [nacd, 'report'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Failure(`no report: ${stderr}`);
  console.log(`\nThe report: ${path.join(folder, '.nacd', 'report.html')}\nThe demo's folder stays: ${folder}`);
}
