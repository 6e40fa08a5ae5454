// The package as programs have it: below node_modules, which Node leaves out of coverage. And a copy, so that nobody
// who edits the package meanwhile changes the result.
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ADDON = path.join('build', 'Release', 'nacd_native.node');

/** Copies a package folder below `root`/node_modules and returns where it lies; any other preload stays as it is. */
export function installed(preload, root) {
  const file = path.join(preload, 'package.json');
  if (!existsSync(file)) return preload;
  const { name, files = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const folder = path.join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  for (const entry of ['package.json', ...files, ADDON].filter((one) => existsSync(path.join(preload, one)))) {
    cpSync(path.join(preload, entry), path.join(folder, entry), { recursive: true });
  }
  return folder;
}
