// The prebuilt binaries of systems other than this one: what their files say. A binary that was not built is skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { readElf } from '../../scripts/cross/elf.mjs';
import { readMachO } from '../../scripts/cross/mach-o.mjs';
import { readPe } from '../../scripts/cross/pe.mjs';
import { findMuslNode } from '../../scripts/cross/runtimes/musl.mjs';
import { findWindowsNode } from '../../scripts/cross/runtimes/windows.mjs';
import { targets } from '../../scripts/cross/targets.mjs';
import { root } from '../../scripts/lib/run.mjs';

const ENTRIES = ['napi_register_module_v1', 'node_api_module_get_api_version_v1'];
const OF_NODE = /^(?:napi|node_api|uv)_/;
const fileOf = (name) => path.join(root, 'prebuilds', name, 'nacd-native.node');

function testsOf(platform, check) {
  for (const [name, target] of Object.entries(targets)) {
    if (!target.zig || target.platform !== platform) continue;
    const skip = !fs.existsSync(fileOf(name)) && `not built here: npm run prebuilds ${name}`;
    test(`${name}: CPU, what it needs and what it gives`, { skip }, () => check(fileOf(name), target));
  }
}

// musl's loader is its libc, and takes this name for itself.
testsOf('linux', (file, { arch }) => {
  const about = readElf(file);
  assert.deepEqual(about.needs, ['libc.so']);
  assert.deepEqual(about.versions, [], 'symbols of glibc');
  assert.deepEqual([about.cpu, about.exported.sort()], [arch, ENTRIES]);
  // No C++ library and no unwinder of the system: Alpine's are others.
  assert.deepEqual(about.undefined.filter((name) => /^(?:_Z|__cxa_(?!finalize|atexit)|_Unwind)/.test(name)), []);
});

const SYSTEM = '/usr/lib/libSystem.B.dylib';

testsOf('darwin', (file, { arch, zig }) => {
  const { cpu, type, needs, oldest, exported, signature, lookedUp } = readMachO(fs.readFileSync(file));
  assert.deepEqual([cpu, type, needs, exported.sort()], [arch, 'dylib', [SYSTEM], ENTRIES]);
  assert.equal(oldest, zig.split('macos.')[1]);
  // C++ is linked into it, so that all that the system's library does not have is Node's.
  assert.ok(lookedUp.includes('napi_create_function'));
  assert.deepEqual(lookedUp.filter((name) => !OF_NODE.test(name)), []);
  // macOS on arm64 loads nothing that is not signed. A signature without a key is enough.
  if (arch === 'arm64') assert.deepEqual([signature?.adhoc, signature?.broken, signature?.pages > 0], [true, 0, true]);
});

// All of them come with Windows 10.
const OF_WINDOWS = /^(?:kernel32|ntdll|ws2_32|advapi32|msvcrt)\.dll$|^api-ms-win-crt-/;

testsOf('win32', (file, { arch }) => {
  const { cpu, isDll, needs, exported } = readPe(fs.readFileSync(file));
  assert.deepEqual([cpu, isDll], [arch, true]);
  // Not of node.exe: a program that has Node inside may have another name.
  assert.deepEqual(needs.filter((library) => !OF_WINDOWS.test(library)), []);
  for (const name of ENTRIES) assert.ok(exported.includes(name), name);
});

test('a signature that does not fit is seen', { skip: !fs.existsSync(fileOf('darwin-arm64')) && 'not built here' }, () => {
  const bytes = fs.readFileSync(fileOf('darwin-arm64'));
  bytes[bytes.length >> 2] ^= 1;
  assert.equal(readMachO(bytes).signature.broken, 1);
});

test('npm run prebuilds names the targets that there are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prebuilds.mjs', 'beos-x64'], { cwd: root, encoding: 'utf8' });
  assert.equal(stderr, `nacd-native: no target beos-x64; allowed are ${Object.keys(targets).join(', ')}\n`);
  assert.equal(status, 2);
});

// A program whose callback is late by NACD_MIN_DELAY. Its output goes into a file: Wine gives programs no pipe of ours.
const PROGRAM = "const t = Date.now(); require('fs').stat('.', () => console.log(process.platform, Date.now() - t >= 40))";

function start(t, [command, ...args], env) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-platforms-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const output = path.join(folder, 'output');
  const fd = fs.openSync(output, 'w');
  const settings = { NACD_SEED: '1', NACD_MODE: 'always', NACD_MIN_DELAY: '50', NACD_MAX_DELAY: '60', NACD_CLOCK: 'real' };
  const { status } = spawnSync(command, [...args, '-r', root, '-e', PROGRAM], {
    stdio: ['ignore', fd, fd], timeout: 60_000, env: { ...process.env, ...settings, ...env },
  });
  fs.closeSync(fd);
  return { status, output: fs.readFileSync(output, 'utf8').replaceAll('\r\n', '\n') };
}

function startTest(name, runtime, makeCommand, platform, engine) {
  const missing = fs.existsSync(fileOf(name)) ? 'needs npm run test:platforms once' : `not built here: npm run prebuilds ${name}`;
  const skip = !(runtime && fs.existsSync(fileOf(name))) && missing;
  test(`${name}: loads and delays with engine ${engine}`, { skip }, (t) => {
    const result = start(t, makeCommand(runtime), { ...runtime.env, NACD_ENGINE: engine });
    assert.deepEqual(result, { status: 0, output: `${platform} true\n` });
  });
}

startTest('linux-x64-musl', findMuslNode(), ({ binary }) => [binary], 'linux', 'loop');
startTest('win32-x64', findWindowsNode(20), ({ wine, binary }) => [wine, binary], 'win32', 'api');
