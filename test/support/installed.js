'use strict';
// Installs packages from npm for tests, in exact versions, on demand and into .cache.
const fs = require('node:fs');
const path = require('node:path');
const { npm, root } = require('./package.js');

function versionOf(folder, name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Returns the folder whose node_modules has `packages`, such as installed('mocha', { mocha: '11.7.5' }). */
function installed(name, packages) {
  const folder = path.join(root, '.cache', `test-${name}`);
  if (Object.entries(packages).every(([one, version]) => versionOf(folder, one) === version)) return folder;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = Object.entries(packages).map(([one, version]) => `${one}@${version}`);
  // Packages that compile SQLite: optimizing it takes a compiler minutes, and no test needs that.
  const unoptimized = { CFLAGS: '-O0', CXXFLAGS: '-O0' };
  const env = { ...process.env, NODE_OPTIONS: '', ...unoptimized };
  npm(['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], {
    cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'],
  });
  return folder;
}

module.exports = { installed };
