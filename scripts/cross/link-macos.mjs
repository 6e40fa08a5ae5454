// Links the addon for macOS with LLVM's linker: Zig's own can't hide the functions of libc++ that the addon brings.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, run } from '../lib/run.mjs';

const LINKER = 'ld64.lld-14';
const ARCHITECTURES = { x64: 'x86_64', arm64: 'arm64' };

// Returns the archives that Zig links with each library: it names them when it links one.
function archives(zig, target, folder, env) {
  const source = path.join(folder, 'empty.cc');
  const made = path.join(folder, 'empty.dylib');
  fs.writeFileSync(path.join(root, source), '// Nothing: the libraries alone are linked.\n');
  const args = ['c++', '-target', target.zig, '-O2', '-shared', source, '-o', made];
  const { status, stderr } = spawnSync(zig, args, { cwd: root, encoding: 'utf8', env: { ...env, ZIG_VERBOSE_LINK: '1' } });
  const found = [...new Set(stderr.match(/\S+\.a(?=\s)/g))];
  if (status !== 0 || found.length === 0) throw new Failure(`the libraries for ${target.zig} can't be made: ${stderr.slice(0, 300)}`);
  return found;
}

// The names that scripts/exports.map gives to the process, one a line, as they are on macOS.
function exportsFile(folder) {
  const map = fs.readFileSync(path.join(root, 'scripts', 'exports.map'), 'utf8');
  const [, names] = map.match(/global:(.*)/);
  const file = path.join(folder, 'exports.txt');
  fs.writeFileSync(path.join(root, file), names.split(';').map((name) => name.trim()).filter(Boolean).map((name) => `_${name}\n`).join(''));
  return file;
}

/** Links `objects` for `target` (targets.mjs) with the libraries of the compiler `zig`, and writes `linked`. */
export function linkForMacOS(target, { zig, env, folder, objects, linked }) {
  const oldest = target.zig.replace(/^.*-macos\./, '');
  const system = path.join(path.dirname(zig), 'lib', 'libc', 'darwin', 'libSystem.tbd');
  run(LINKER, [
    '-arch', ARCHITECTURES[target.arch], '-platform_version', 'macos', oldest, oldest, '-dylib', '-dead_strip', '-S',
    '-adhoc_codesign', '-undefined', 'dynamic_lookup', '-install_name', '@rpath/nacd-native.node',
    '-exported_symbols_list', exportsFile(folder), ...objects, ...archives(zig, target, folder, env), system, '-o', linked,
  ]);
}
