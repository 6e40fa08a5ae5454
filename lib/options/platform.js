'use strict';
// Names the system that a binary has to be for.
const fs = require('node:fs');

const INTERPRETER = 3; // the kind of program header that names the loader
const LONGEST = 64;

// Returns the loader that the ELF file `fd` names, such as "/lib/ld-musl-x86_64.so.1".
function loaderOf(fd) {
  const head = Buffer.alloc(4096);
  fs.readSync(fd, head, 0, head.length, 0);
  const [start, size, count] = [head.readUInt32LE(32), head.readUInt16LE(54), head.readUInt16LE(56)];
  for (let at = start; at < start + size * count; at += size) {
    if (head.readUInt32LE(at) !== INTERPRETER) continue;
    const name = Buffer.alloc(LONGEST);
    fs.readSync(fd, name, 0, LONGEST, head.readUInt32LE(at + 8));
    return name.toString('latin1', 0, name.indexOf(0));
  }
  return '';
}

// A system may have musl's loader beside glibc: then the one that Node.js itself names counts.
function usesMusl() {
  const cpu = process.arch === 'x64' ? 'x86_64' : 'aarch64';
  if (process.platform !== 'linux') return false;
  let fd;
  try {
    if (!fs.existsSync(`/lib/ld-musl-${cpu}.so.1`)) return false;
    fd = fs.openSync(process.execPath, 'r');
    return loaderOf(fd).includes('musl');
  } catch {
    // These files can't be read, as with Node's permission model. The report says the same, but takes longer.
    return process.report.getReport().header.glibcVersionRuntime === undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Returns the name of this system in prebuilds/: "linux-x64", "linux-x64-musl", "win32-x64". */
function platformName() {
  return `${process.platform}-${process.arch}${usesMusl() ? '-musl' : ''}`;
}

module.exports = { platformName };
