// Provides a Node.js for musl on a machine with glibc. npm has none as a package of its own; pnpm's program for musl is
// one, with pnpm inside, which a byte in the file tells it to start.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { install } from './install.mjs';
import { provide } from '../../lib/needs.mjs';
import { Failure, root } from '../../lib/run.mjs';
import { zig } from '../zig.mjs';

const PACKAGE = '@pnpm/linuxstatic-x64';
const VERSION = '11.9.0'; // has Node.js 26.0.0
const LOADER = '/lib/ld-musl-x86_64.so.1';
const needs = [{ what: LOADER, debian: 'musl', why: 'starts programs for musl', found: () => fs.existsSync(LOADER) }];
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';

const folder = path.join(root, '.cache', 'node-musl');
const binary = path.join(folder, 'node');

// Replaces each `from` by a `to` of the same length.
function rename(bytes, names) {
  for (const [from, to] of Object.entries(names)) {
    for (let at = bytes.indexOf(`${from}\0`); at >= 0; at = bytes.indexOf(`${from}\0`, at + 1)) bytes.write(to, at);
  }
  return bytes;
}

function libraryOf(name) {
  return fs.readFileSync(execFileSync('g++', [`-print-file-name=${name}`], { encoding: 'utf8' }).trim());
}

// Names that no program for glibc looks for: it may be started with the same LD_LIBRARY_PATH.
const NAMES = { 'libstdc++.so.6': 'libstdm++.so.6', 'libgcc_s.so.1': 'libgcc_m.so.1', 'ld-linux-x86-64.so.2': 'libgcc_m.so.1\0\0\0\0\0\0\0' };

function makeLibraries() {
  fs.writeFileSync(path.join(folder, 'libstdm++.so.6'), rename(libraryOf('libstdc++.so.6'), NAMES));
  fs.writeFileSync(path.join(folder, 'libgcc_r.so.1'), rename(libraryOf('libgcc_s.so.1'), { 'libgcc_s.so.1': 'libgcc_r.so.1' }));
  const flags = ['-shared', '-O1', '-fno-builtin', '-Wl,-soname,libgcc_m.so.1', '-Wl,--no-as-needed'];
  zig(['cc', '-target', 'x86_64-linux-musl', ...flags, 'scripts/cross/runtimes/libstdcxx-on-musl.c',
    path.join(folder, 'libgcc_r.so.1'), '-o', path.join(folder, 'libgcc_m.so.1')]);
}

function makeBinary(program) {
  const bytes = rename(fs.readFileSync(program), NAMES);
  const fuse = bytes.indexOf(FUSE);
  if (fuse < 0) throw new Failure(`${program} has no program inside`);
  bytes.write('0', fuse + FUSE.length);
  fs.writeFileSync(binary, bytes, { mode: 0o755 });
}

/** Returns {binary, env} of the Node.js for musl, or undefined if it was not made or this machine can't run it. */
export function findMuslNode() {
  if (process.arch !== 'x64' || !fs.existsSync(LOADER) || !fs.existsSync(binary)) return undefined;
  return { binary, env: { LD_LIBRARY_PATH: folder } };
}

/** Makes it if it is missing. */
export function ensureMuslNode() {
  provide(needs);
  if (!findMuslNode()) {
    fs.mkdirSync(folder, { recursive: true });
    const home = install(folder, PACKAGE, VERSION, ['--force', '--os=linux', '--libc=musl', '--cpu=x64']);
    makeLibraries();
    makeBinary(path.join(home, 'pnpm'));
  }
  return findMuslNode();
}
