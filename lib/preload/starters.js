'use strict';
// Programs that only start others: package managers, and the part of `node --test` that has no tests in it. A delay in
// them costs time, and could show no race but their own.

const { readFileSync, realpathSync } = require('node:fs');
const path = require('node:path');
const { isTestStarter } = require('../options/test-process.js');

// By the names of their packages.
const PACKAGES = new Set([
  'npm', 'pnpm', 'yarn', '@yarnpkg/cli-dist', 'corepack', 'c8', 'nyc', 'cross-env', 'npm-run-all', 'npm-run-all2',
  'concurrently', 'dotenv-cli', 'env-cmd', 'start-server-and-test', 'turbo', 'wireit', 'tsx',
]);

// The files that these packages give to node: looking for the package of each program would cost every start.
const FILES = new Set([
  'npm', 'npm-cli', 'npx', 'npx-cli', 'pnpm', 'pnpx', 'yarn', 'yarnpkg', 'corepack', 'c8', 'nyc', 'cross-env',
  'cross-env-shell', 'npm-run-all', 'run-s', 'run-p', 'concurrently', 'conc', 'dotenv', 'cli', 'env-cmd', 'server-test',
  'start-test', 'start-server-and-test', 'start', 'turbo', 'wireit',
]);

function packageOf(file) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    try {
      return { folder, name: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name };
    } catch {
      // none here, or one without sense
    }
  }
  return undefined;
}

// A starting program that lies in the working directory is under development there: it is tested itself.
const isInstalled = (folder) =>
  folder.includes(`${path.sep}node_modules${path.sep}`) || !`${process.cwd()}${path.sep}`.startsWith(folder + path.sep);

// Yarn is one file without a package around it, where a project keeps it and where Corepack does.
function isYarn(name, dir) {
  if (name.startsWith('yarn-') && dir.endsWith(path.join('.yarn', 'releases'))) return true;
  return name === 'yarn' && path.basename(path.dirname(dir)) === 'yarn' && dir.split(path.sep).includes('corepack');
}

function isStartingProgram(script) {
  if (typeof script !== 'string') return false;
  const { name, dir } = path.parse(script);
  if (isYarn(name, dir)) return true;
  if (!FILES.has(name)) return false;
  try {
    const found = packageOf(realpathSync(script));
    return found !== undefined && PACKAGES.has(found.name) && isInstalled(found.folder);
  } catch {
    return false; // Node will say what is wrong with it
  }
}

/** True if this process only starts others. */
const isStarter = () => isTestStarter() || isStartingProgram(process.argv[1]);

module.exports = { isStarter };
