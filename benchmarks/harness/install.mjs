// Installs the packages of a program on demand, into a copy of its folder outside the source.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export async function install(program) {
  const races = path.dirname(program.source);
  const cache = path.join(path.dirname(races), '.cache', 'races');
  const folder = path.join(cache, program.label);
  program.driver = path.join(folder, program.file);
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(races, 'driver.js'), path.join(cache, 'driver.js'));
  cpSync(program.source, folder, { recursive: true });
  const manifest = JSON.stringify(program.manifest, null, 2);
  writeFileSync(path.join(folder, 'package.json'), manifest);
  if (!Object.keys(program.manifest.dependencies ?? {}).length) return;

  const stamp = path.join(folder, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return;
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
  process.stderr.write(`installing ${program.label}\n`);
  // Old packages are not trusted, so none of their install scripts runs.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install for ${program.label} failed: ${stderr}`);
  writeFileSync(stamp, manifest);
}
