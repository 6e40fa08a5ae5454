// Builds the published binaries.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { checkBinary } from '../glibc/check.mjs';
import { buildAddon } from './addon.mjs';
import { demand, needs } from './needs.mjs';
import { root } from './run.mjs';

export const compilers = { arm64: 'aarch64-linux-gnu-g++', x64: 'x86_64-linux-gnu-g++' };

// Builds prebuilds/<platform>-<arch>/nacd-native.node, with a cross compiler for another CPU.
export function prebuild(arch) {
  const cross = arch !== process.arch;
  const compiler = cross ? compilers[arch] : 'g++';
  demand(cross ? [...needs.build, ...needs.cross(compiler)] : needs.build);
  const folder = path.join(root, 'prebuilds', `${process.platform}-${arch}`);
  const target = path.join(folder, 'nacd-native.node');
  const built = buildAddon({ arch, compiler });
  fs.mkdirSync(folder, { recursive: true });
  const strip = compiler.replace(/g\+\+$/, 'strip');
  execFileSync(strip, ['--strip-unneeded', '-o', target, built], { stdio: 'inherit' });
  checkBinary(target);
  return target;
}
