// Builds the addon with node-gyp if a source has changed since the last build.
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

// The headers of the oldest version serve all: Node-API is the same on every Node.js, and libuv's structures only grow.
const HEADERS = 20;

// Returns a digest of all inputs of the build: with equal digests the binaries are equal.
function digest(compiler) {
  const hash = crypto.createHash('sha256');
  hash.update(`${versions[HEADERS]} ${require('node-addon-api/package.json').version}\n`);
  hash.update(execFileSync(compiler, ['--version']));
  const folders = ['src', 'model', 'scripts/glibc'].flatMap((folder) => find(folder, /./));
  const files = ['binding.gyp', 'scripts/exports.map', 'scripts/embed-model.js', ...folders];
  for (const file of files.sort()) hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

// node-gyp builds in ./build beside binding.gyp, so the build for another CPU gets a folder of its own.
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

// <linux/tcp.h>, which it includes, and <netinet/tcp.h> define the same names.
const ALONE = 'src/loop/linux/in_flight.cc';
const UNIT = 24; // sources

// Writes files into `folder`/build/units that include the sources, several each. Returns their names from `folder`.
// Reading headers takes the compiler longer than our code does. The build that developers use compiles each source
// alone, so that each has the headers it needs.
function makeUnits(folder) {
  const all = require('../sources.js');
  const sources = all.filter((name) => name !== ALONE);
  const count = Math.ceil(sources.length / UNIT);
  const units = Array.from({ length: count }, (_, i) => sources.slice(i * UNIT, (i + 1) * UNIT));
  fs.mkdirSync(path.join(folder, 'build', 'units'), { recursive: true });
  return [all.filter((name) => name === ALONE), ...units].map((unit, i) => {
    const name = `build/units/${i}.cc`;
    fs.writeFileSync(path.join(folder, name), unit.map((source) => `#include "${source.replace('src/', '')}"\n`).join(''));
    return name;
  });
}

const usesGlibc = () => Boolean(process.report.getReport().header.glibcVersionRuntime);

// Builds the addon for `arch` with `compiler` (a g++), in a few units or each source alone. Returns its path.
export function buildAddon({ arch = process.arch, compiler = process.env.CXX ?? 'g++', inUnits = arch !== process.arch } = {}) {
  const folder = buildFolder(arch);
  const binary = path.join(folder, 'build', 'Release', 'nacd_native.node');
  const stamp = path.join(folder, 'build', 'made-from');
  const current = digest(compiler);
  if (fs.existsSync(binary) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === current) return binary;
  fs.rmSync(stamp, { force: true });
  const stubs = usesGlibc() ? makeStubs(compiler, path.join(folder, 'build'), 'glibc-stubs') : [];
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');
  // Two compilers at a time: more need more memory than small machines have.
  const options = [`--nodedir=${ensureNode(HEADERS)}`, `--arch=${arch}`, '--jobs=2', '--loglevel=warn'];
  const units = inUnits ? makeUnits(folder) : [];
  const given = Object.entries({ glibc_stubs: stubs, units }).filter(([, files]) => files.length > 0);
  const settings = given.flatMap(([name, files], i) => [...(i === 0 ? ['--'] : []), `-D${name}=${files.join(' ')}`]);
  const env = { CXX: compiler, CC: compiler.replace(/g\+\+/, 'gcc') };
  run(process.execPath, [nodeGyp, 'configure', ...options, ...settings], { cwd: folder, env });
  run(process.execPath, [nodeGyp, 'build', ...options], { cwd: folder, env });
  fs.writeFileSync(stamp, current);
  return binary;
}
