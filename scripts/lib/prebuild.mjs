// Builds the published binaries.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { targets } from '../cross/targets.mjs';
import { buildWithZig } from '../cross/zig.mjs';
import { checkBinary } from '../glibc/check.mjs';
import { buildAddon } from './addon.mjs';
import { demand, needs } from './needs.mjs';
import { root } from './run.mjs';

// Debian's compilers for glibc, by CPU.
export const compilers = { arm64: 'aarch64-linux-gnu-g++', x64: 'x86_64-linux-gnu-g++' };

// With a cross compiler for another CPU.
function buildForGlibc(arch, file) {
  const cross = arch !== process.arch;
  const compiler = cross ? compilers[arch] : 'g++';
  demand(cross ? [...needs.build, ...needs.cross(compiler)] : needs.build);
  const built = buildAddon({ arch, compiler });
  const strip = compiler.replace(/g\+\+$/, 'strip');
  execFileSync(strip, ['--strip-unneeded', '-o', file, built], { stdio: 'inherit' });
  checkBinary(file);
}

// Builds prebuilds/<name>/nacd-native.node for one of targets.mjs. Resolves to its path.
export async function prebuild(name) {
  const target = targets[name];
  const file = path.join(root, 'prebuilds', name, 'nacd-native.node');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (target.platform === 'darwin') demand(needs.macos);
  if (target.zig) await buildWithZig(name, target, file);
  else buildForGlibc(target.arch, file);
  return file;
}
