// Reads from a binary which glibc it needs, and fails where that is newer than we promise.
import { execFileSync } from 'node:child_process';
import { Failure } from '../lib/run.mjs';
import { OLDEST_GLIBC } from './stubs.mjs';
import { compareVersions } from './versions.mjs';

// Libraries that every Node.js binary loads itself, so they are always there.
const atHand = /^(libc\.so\.6|libpthread\.so\.0|libdl\.so\.2|libm\.so\.6|libgcc_s\.so\.1|ld-linux-.*)$/;

const readelf = (binary, ...flags) =>
  execFileSync('readelf', ['--wide', ...flags, binary], { encoding: 'utf8', maxBuffer: 1 << 24 });

// Returns the faults of `binary`, one sentence each.
export function faultsOf(binary) {
  const symbols = [...readelf(binary, '--dyn-syms').matchAll(/ UND (\S+)@GLIBC_([0-9.]+)/g)];
  const tooNew = symbols.filter(([, , version]) => compareVersions(version, OLDEST_GLIBC) > 0);
  const needed = [...readelf(binary, '--dynamic').matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, library]) => library);
  return [
    ...tooNew.map(([, name, version]) => `${name} needs glibc ${version}: give it a shim in scripts/glibc/shims.c`),
    ...needed.filter((library) => !atHand.test(library)).map((library) => `needs ${library}, which may be absent`),
    ...(symbols.length === 0 ? ['no symbol of glibc found, which can not be'] : []),
  ];
}

// Throws where `binary` would not load on a glibc of version OLDEST_GLIBC.
export function checkBinary(binary) {
  const faults = faultsOf(binary);
  if (faults.length > 0) throw new Failure(`${binary} does not load on glibc ${OLDEST_GLIBC}:\n  ${faults.join('\n  ')}`);
}
