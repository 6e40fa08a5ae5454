// Reads a library of Linux with readelf.
import { execFileSync } from 'node:child_process';

const readelf = (binary, ...flags) =>
  execFileSync('readelf', ['--wide', ...flags, binary], { encoding: 'utf8', maxBuffer: 1 << 24 });

const CPUS = { 'Advanced Micro Devices X86-64': 'x64', AArch64: 'arm64' };

/** Returns {cpu, needs, undefined, exported, versions} of the library `binary`; `versions` are those of glibc. */
export function readElf(binary) {
  const [, machine] = /Machine:\s+(.*)/.exec(readelf(binary, '--file-header'));
  const symbols = [...readelf(binary, '--dyn-syms').matchAll(/ (GLOBAL|WEAK) +\w+ +(\w+) (\S+)/g)];
  const named = (isUndefined) => symbols.filter(([, , index]) => (index === 'UND') === isUndefined);
  const plain = (entries) => entries.map(([, , , name]) => name.split('@')[0]);
  return {
    cpu: CPUS[machine.trim()],
    needs: [...readelf(binary, '--dynamic').matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, library]) => library),
    undefined: plain(named(true).filter(([, binding]) => binding === 'GLOBAL')),
    exported: plain(named(false)),
    versions: [...new Set(symbols.map(([, , , name]) => /@(GLIBC_\S+)/.exec(name)?.[1]).filter(Boolean))],
  };
}
