'use strict';
// Installs packages from npm for tests, in exact versions, on demand and into .cache.
const fs = require('node:fs');
const path = require('node:path');
const { npm, root } = require('./package.js');

const CACHE = path.join(root, '.cache');

function versionOf(folder, name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

function has(folder, packages) {
  return Object.entries(packages).every(([one, version]) => versionOf(folder, one) === version);
}

function install(folder, packages) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = Object.entries(packages).map(([one, version]) => `${one}@${version}`);
  // Packages that compile SQLite: optimizing it takes a compiler minutes, and no test needs that.
  const unoptimized = { CFLAGS: '-O0', CXXFLAGS: '-O0' };
  const env = { ...process.env, NODE_OPTIONS: '', ...unoptimized };
  npm(['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], {
    cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'],
  });
}

// Test files run side by side and share folders: another one may have put its own there since.
function moveTo(folder, fresh, packages) {
  for (;;) {
    try {
      return fs.renameSync(fresh, folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
    if (has(folder, packages)) return undefined;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the folder whose node_modules has `packages`, such as installed('mocha', { mocha: '11.7.5' }). The folder is
 * whole once it is there, because the packages are installed elsewhere and moved.
 */
function installed(name, packages) {
  const folder = path.join(CACHE, `test-${name}`);
  if (has(folder, packages)) return folder;
  fs.mkdirSync(CACHE, { recursive: true });
  const fresh = fs.mkdtempSync(path.join(CACHE, `new-${name}-`));
  try {
    install(fresh, packages);
    moveTo(folder, fresh, packages);
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

module.exports = { installed };
