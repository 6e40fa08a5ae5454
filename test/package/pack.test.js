'use strict';
// Tests the contents of the published package.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const { pack, root, temporaryFolder } = require('../support/package.js');

const expected = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|binding\.gyp)$/,
  /^lib\/.+\.(js|mjs|d\.ts|html|css)$/,
  /^lib\/options\/bin\/node$/,
  /^model\/.+\.(json|md)$/,
  /^docs\/.+\.md$/,
  /^prebuilds\/((linux|darwin)-(x64|arm64)|linux-(x64|arm64)-musl|win32-x64)\/nacd-native\.node$/,
  // To build if no binary fits.
  /^src\/.+\.(cc|h)$/,
  /^scripts\/(build\.mjs|sources\.js|embed-model\.js|exports\.map|glibc\/.+|lib\/.+)$/,
];

let files;
before((t) => {
  files = pack(temporaryFolder(t, 'nacd-pack-')).files;
});

test('the package holds what it needs to run, and nothing else', () => {
  assert.deepEqual(files.filter((file) => !expected.some((pattern) => pattern.test(file))), []);
  for (const file of ['lib/options/bin/node', 'lib/preload/start.js', 'lib/preload/binding.js', 'model/fs.json', 'LICENSE', 'README.md', 'CHANGELOG.md']) {
    assert.ok(files.includes(file), file);
  }
});

test('a binary for this machine is in the package', () => {
  assert.ok(files.includes(`prebuilds/${process.platform}-${process.arch}/nacd-native.node`), 'npm run prebuilds');
});

test('installing runs nothing', () => {
  const { scripts, gypfile } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const name of ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']) {
    assert.equal(scripts[name], undefined, name);
  }
  // Without this key npm would see binding.gyp and run node-gyp.
  assert.equal(gypfile, false);
});

test('npm runs no script before or after another unasked', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const hooks = Object.keys(scripts).filter((name) => /^(pre|post)/.test(name) && scripts[name.replace(/^(pre|post)/, '')]);
  assert.deepEqual(hooks, []);
});

test('all files that package.json names are in the package', () => {
  const { bin, exports, main } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const targets = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targets));
  for (const file of [main, ...targets(bin), ...targets(exports)]) {
    assert.ok(files.includes(path.posix.normalize(file)), file);
  }
});

test('no dependency runs a script during the installation', () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const shipped = Object.keys(packages).filter((name) => name !== '' && !packages[name].dev);
  assert.deepEqual(shipped.filter((name) => packages[name].hasInstallScript), []);
});

test('lock files pin versions and name no registry', () => {
  const lockFiles = ['package-lock.json', 'demo/package-lock.json'];
  for (const file of lockFiles) {
    const { packages } = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
    assert.deepEqual(Object.keys(packages).filter((name) => packages[name].resolved), [], file);
    const wanted = { ...packages[''].dependencies, ...packages[''].devDependencies };
    const pinned = /^(?:npm:@?[^@]+@)?\d+\.\d+\.\d+(?:-dev\.\d+)?$/;
    assert.deepEqual(Object.entries(wanted).filter(([, version]) => !pinned.test(version)), [], file);
  }
});
