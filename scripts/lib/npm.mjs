// Installs packages from npm, in the versions of a folder's package-lock.json.
import fs from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

// Returns whether each package of the lock file is installed in its version. An optional one may be absent.
function isInstalled(folder) {
  const { '': _, ...wanted } = readPackages(path.join(folder, 'package-lock.json'));
  const present = readPackages(path.join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => present[name]?.version === version || (optional && !present[name]),
  );
}

// Installs the packages of `folder` (relative to the repository) if they are missing, and prints `why`.
export function ensurePackages(folder, why) {
  const absolute = path.join(root, folder);
  if (isInstalled(absolute)) return;
  console.error(`nacd-native: installing packages from npm in ${path.join(folder, 'node_modules')}: ${why}`);
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: absolute, stdio: ['ignore', 2, 'inherit'] });
}
