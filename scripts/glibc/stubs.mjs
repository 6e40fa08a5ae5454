// A binary that is linked on a new glibc needs that glibc, because the linker takes the newest version of each symbol
// (pthread_create@GLIBC_2.34). Stub libraries that come first on the command line offer the version that an old glibc
// has as well (pthread_create@GLIBC_2.2.5): every later one keeps those. Unlike .symver directives in our sources they
// also serve the objects of libstdc++.a. What the old glibc lacks altogether is in shims.c.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { compareVersions, newest } from './versions.mjs';

// Node.js's own binaries need this version.
export const OLDEST_GLIBC = '2.28';

// Before 2.34 these were libraries of their own, all loaded by Node.js itself. Other functions (timers of librt...) get
// no stub: should we ever use one, scripts/glibc/check.mjs says so.
function libraryOf(symbol, file) {
  if (file.startsWith('libm.')) return 'libm.so.6';
  if (/^(_*pthread_|sem_)/.test(symbol)) return 'libpthread.so.0';
  return /^dl[a-z]/.test(symbol) ? 'libdl.so.2' : undefined;
}

// Returns the functions in glibc's `file`, name to versions: [['pthread_create', ['2.2.5', '2.34']], ...].
function functionsIn(file, compiler) {
  const place = execFileSync(compiler, [`-print-file-name=${file}`], { encoding: 'utf8' }).trim();
  const objdump = compiler.replace(/g\+\+$/, 'objdump');
  const table = execFileSync(objdump, ['-T', place], { encoding: 'utf8', maxBuffer: 1 << 24 });
  const functions = new Map();
  for (const [, version, name] of table.matchAll(/ \.text\s.*?\(?GLIBC_([0-9.]+)\)?\s+(\S+)$/gm)) {
    functions.set(name, [...(functions.get(name) ?? []), version]);
  }
  return [...functions];
}

// Returns [{symbol, version, library}] for each function whose newest version came after OLDEST_GLIBC.
function oldSymbols(compiler) {
  return ['libc.so.6', 'libm.so.6'].flatMap((file) =>
    functionsIn(file, compiler).flatMap(([symbol, versions]) => {
      const old = versions.filter((version) => compareVersions(version, OLDEST_GLIBC) <= 0);
      const library = libraryOf(symbol, file);
      if (!library || old.length === 0 || old.length === versions.length) return [];
      return [{ symbol, version: newest(old), library }];
    }),
  );
}

function makeStub(compiler, folder, library, symbols) {
  const code = symbols.flatMap(({ symbol, version }, i) => [
    `.globl stub_${i}`,
    `.type stub_${i}, %function`,
    `stub_${i}:`,
    `.symver stub_${i}, ${symbol}@@GLIBC_${version}, remove`,
  ]);
  const versions = [...new Set(symbols.map(({ version }) => version))];
  const source = path.join(folder, `${library}.s`);
  const script = path.join(folder, `${library}.map`);
  fs.writeFileSync(source, `.text\n${code.join('\n')}\n`);
  fs.writeFileSync(script, versions.map((version) => `GLIBC_${version} {};\n`).join(''));
  const flags = ['-shared', '-nostdlib', `-Wl,-soname,${library}`, `-Wl,--version-script=${script}`];
  execFileSync(compiler, [...flags, source, '-o', path.join(folder, library)], { stdio: 'inherit' });
}

// Writes the stub libraries into `folder` of `buildFolder`, where the linker runs; returns their paths from there.
export function makeStubs(compiler, buildFolder, folder) {
  fs.mkdirSync(path.join(buildFolder, folder), { recursive: true });
  const symbols = oldSymbols(compiler);
  return [...new Set(symbols.map(({ library }) => library))].map((library) => {
    const ofLibrary = symbols.filter((entry) => entry.library === library);
    makeStub(compiler, path.join(buildFolder, folder), library, ofLibrary);
    return path.posix.join(folder, library);
  });
}
