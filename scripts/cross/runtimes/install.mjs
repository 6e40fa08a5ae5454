// Installs a package of another system, which npm would not take for this one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Installs `name` in `folder`, for the system that `flags` name. Returns the folder of the package. */
export function install(folder, name, version, flags) {
  const home = path.join(folder, 'node_modules', name);
  const about = path.join(home, 'package.json');
  if (fs.existsSync(about) && JSON.parse(fs.readFileSync(about, 'utf8')).version === version) return home;
  console.error(`nacd-native: installing ${name}@${version} from npm into .cache, to try the addon on it`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const common = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--force'];
  execFileSync('npm', ['install', ...common, ...flags, `${name}@${version}`], { cwd: folder, stdio: ['ignore', 2, 'pipe'] });
  return home;
}
