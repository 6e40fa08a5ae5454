'use strict';
// Names the system that a binary has to be for.
const fs = require('node:fs');

// A system may have musl's loader beside glibc: then the one that Node.js itself names counts.
function usesMusl() {
  const cpu = process.arch === 'x64' ? 'x86_64' : 'aarch64';
  if (process.platform !== 'linux' || !fs.existsSync(`/lib/ld-musl-${cpu}.so.1`)) return false;
  try {
    const fd = fs.openSync(process.execPath, 'r');
    const beginning = Buffer.alloc(4096);
    fs.readSync(fd, beginning);
    fs.closeSync(fd);
    return beginning.includes('/ld-musl-');
  } catch {
    return true; // this Node.js can't be read: the system is most likely Alpine
  }
}

/** Returns the name of this system in prebuilds/: "linux-x64", "linux-x64-musl", "win32-x64". */
function platformName() {
  return `${process.platform}-${process.arch}${usesMusl() ? '-musl' : ''}`;
}

module.exports = { platformName };
