'use strict';
// Tests the loading of the native part, and its error messages. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { root, temporaryFolder } = require('../support/package.js');

const platform = `${process.platform}-${process.arch}`;

// Creates a package folder with the loader alone and `binaries` ({path: text or {copyOf}}), and loads it.
function load(t, binaries, flags = []) {
  const folder = temporaryFolder(t, "nacd it's-");
  fs.mkdirSync(path.join(folder, 'lib', 'preload'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'lib', 'options'));
  for (const name of ['preload/binding.js', 'preload/binding-error.js', 'options/platform.js']) {
    fs.copyFileSync(path.join(root, 'lib', name), path.join(folder, 'lib', name));
  }
  for (const [name, content] of Object.entries(binaries)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    if (content.copyOf) fs.copyFileSync(content.copyOf, path.join(folder, name));
    else fs.writeFileSync(path.join(folder, name), content);
  }
  const script = `
    try { console.log(typeof require(process.argv[1])); } catch (error) { console.log(error.code + ' ' + error.message); }
  `;
  const args = [...flags, '-e', script, path.join(folder, 'lib', 'preload', 'binding.js')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(stdout.split('\n').length, 2, `one line: ${stdout}${stderr}`);
  return stdout.trim();
}

const built = path.join(root, 'build', 'Release', 'nacd_native.node');
const local = 'build/Release/nacd_native.node';
const prebuilt = `prebuilds/${platform}/nacd-native.node`;

test('the binary that came with the package is loaded', (t) => {
  assert.equal(load(t, { [prebuilt]: { copyOf: built } }), 'object');
});

test("a developer's own build comes first", (t) => {
  assert.equal(load(t, { [local]: { copyOf: built }, [prebuilt]: 'not a binary' }), 'object');
});

test('if one binary does not load, the next is tried', (t) => {
  assert.equal(load(t, { [local]: 'not a binary', [prebuilt]: { copyOf: built } }), 'object');
});

test('no binary for this platform: the message names the binaries found, the one needed and the command', (t) => {
  const line = load(t, { 'prebuilds/plan9-mips/nacd-native.node': 'x', 'prebuilds/aix-ppc64/nacd-native.node': 'x' });
  assert.ok(line.startsWith(`ERR_NACD_BINARY nacd: no binary for ${platform} (`), line);
  assert.match(line, /\(found binaries for: aix-ppc64, plan9-mips\); to build one: cd '/);
  // The folder's name has a space and a quote, and a user pastes the command into a shell.
  assert.match(line, /nacd it'\\''s-\w+' && npm install --include=dev && npm run build$/);
});

test('a process without a descriptor for the binary is told so, and not to build another', () => {
  const bindingError = require('../../lib/preload/binding-error.js');
  for (const lack of ['Too many open files', 'No file descriptors available']) {
    const failures = [{ file: path.join(root, local), error: new Error(`cannot open x.node: ${lack}`) }];
    assert.equal(bindingError({ root, platform, failures }).message, `nacd: ${local} does not load: ${lack}`);
  }
});

test('no binary at all', (t) => {
  assert.match(load(t, {}), /no binary for \S+ \(found binaries for: none\)/);
});

test('a binary that does not load: the message names it, the platform, the reason and the command', (t) => {
  const line = load(t, { [prebuilt]: 'not a binary' });
  assert.ok(line.includes(`found ${prebuilt}, which does not load on ${platform}, `), line);
  assert.ok(line.includes(`Node ${process.version} (`), line);
  assert.match(line, /invalid ELF header|file too short/);
  assert.match(line, /npm run build$/);
});

test('--no-addons: the message names the flag', (t) => {
  assert.match(load(t, { [prebuilt]: { copyOf: built } }, ['--no-addons']), /^ERR_NACD_BINARY nacd: .* without --no-addons$/);
});

const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
test("Node's permission model: the message names the flag that allows addons", (t) => {
  const flags = [flag, '--allow-fs-read=*', '--no-warnings'];
  assert.match(load(t, { [prebuilt]: { copyOf: built } }, flags), /permission model refuses .* --allow-addons$/);
});
