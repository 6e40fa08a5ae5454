// Tests that published binaries load on older systems than the one that built them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { faultsOf } from '../../scripts/glibc/check.mjs';
import { OLDEST_GLIBC } from '../../scripts/glibc/stubs.mjs';
import { nativeFolder, variantOfTests } from '../../scripts/lib/native.mjs';
import { root } from '../../scripts/lib/run.mjs';

const { findNode } = createRequire(import.meta.url)('../../scripts/lib/nodes.js');
const binary = (arch) => path.join(root, 'prebuilds', `linux-${arch}`, 'nacd-native.node');

for (const arch of ['x64', 'arm64']) {
  const skip = !fs.existsSync(binary(arch)) && 'not built here: npm run prebuilds';
  test(`linux-${arch} needs no glibc newer than ${OLDEST_GLIBC}`, { skip }, () => {
    assert.deepEqual(faultsOf(binary(arch)), []);
  });
}

test('the check sees a binary that needs a newer one, or another library', () => {
  const faults = faultsOf(path.join(nativeFolder(variantOfTests()), 'native_tests'));
  assert.ok(faults.some((fault) => /needs glibc 2\.3\d/.test(fault)), faults.join('\n'));
  assert.ok(faults.some((fault) => /libstdc\+\+/.test(fault)), faults.join('\n'));
});

// Debian's cross compiler keeps the libraries of the other CPU here.
const libraries = '/usr/aarch64-linux-gnu';
const armNode = findNode(20, 'arm64');
const runnable = armNode && fs.existsSync(binary('arm64')) && fs.existsSync(libraries) && process.arch !== 'arm64';
test('linux-arm64 loads and delays, emulated', { skip: !runnable && 'needs scripts/setup.mjs, npm run prebuilds' }, () => {
  const app = 'require("node:fs").access("/", () => console.log(process.arch))';
  const preload = path.join(root, 'lib', 'index.js');
  const args = ['-L', libraries, path.join(armNode, 'bin', 'node'), '-r', preload, '-e', app];
  const env = { ...process.env, NACD_MODE: 'always', NACD_MAX_DELAY: '5' };
  const { stdout, stderr, status } = spawnSync('qemu-aarch64-static', args, { env, encoding: 'utf8' });
  assert.deepEqual([stdout, stderr, status], ['arm64\n', '', 0]);
});
