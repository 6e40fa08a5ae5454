// Builds the addon with node-gyp, where something has changed since the last time.
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { makeStubs } from '../glibc/stubs.mjs';
import { find } from './files.mjs';
import { root, run } from './run.mjs';

const require = createRequire(import.meta.url);
const { ensureNode, versions } = require('./nodes.js');

// Node-API is the same on every Node.js, libuv's structures only grow: the oldest version's headers serve all.
const HEADERS = 20;

// Says what the binary is made from: equal digests, equal binaries.
function digest(compiler) {
  const hash = crypto.createHash('sha256');
  hash.update(`${versions[HEADERS]} ${require('node-addon-api/package.json').version}\n`);
  hash.update(execFileSync(compiler, ['--version']));
  const folders = ['src', 'model', 'scripts/glibc'].flatMap((folder) => find(folder, /./));
  const files = ['binding.gyp', 'scripts/exports.map', 'scripts/embed-model.js', ...folders];
  for (const file of files.sort()) hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

// node-gyp builds in ./build of the folder with binding.gyp: another CPU's build gets such a folder of its own.
function buildFolder(arch) {
  if (arch === process.arch) return root;
  const folder = path.join(root, 'build', `cross-${arch}`);
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ['binding.gyp', 'src', 'model', 'scripts', 'node_modules']) {
    fs.rmSync(path.join(folder, name), { force: true });
    fs.symlinkSync(path.join(root, name), path.join(folder, name));
  }
  return folder;
}

const usesGlibc = () => Boolean(process.report.getReport().header.glibcVersionRuntime);

// Returns the path of the addon for `arch`, built by `compiler` (a g++).
export function buildAddon({ arch = process.arch, compiler = process.env.CXX ?? 'g++' } = {}) {
  const folder = buildFolder(arch);
  const binary = path.join(folder, 'build', 'Release', 'nacd_native.node');
  const stamp = path.join(folder, 'build', 'made-from');
  const current = digest(compiler);
  if (fs.existsSync(binary) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === current) return binary;
  fs.rmSync(stamp, { force: true });
  const stubs = usesGlibc() ? makeStubs(compiler, path.join(folder, 'build'), 'glibc-stubs') : [];
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');
  // Two compilers at a time: more want more memory than small machines have.
  const options = [`--nodedir=${ensureNode(HEADERS)}`, `--arch=${arch}`, '--jobs=2', '--loglevel=warn'];
  const settings = stubs.length > 0 ? ['--', `-Dglibc_stubs=${stubs.join(' ')}`] : [];
  const env = { CXX: compiler, CC: compiler.replace(/g\+\+/, 'gcc') };
  run(process.execPath, [nodeGyp, 'configure', ...options, ...settings], { cwd: folder, env });
  run(process.execPath, [nodeGyp, 'build', ...options], { cwd: folder, env });
  fs.writeFileSync(stamp, current);
  return binary;
}
