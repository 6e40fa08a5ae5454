'use strict';
// Finds unusual things about this machine and this project, for nacd doctor.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const ROOT = path.dirname(path.dirname(__dirname));
const AT_PAGESZ = 6n;

/** Returns the size of a page of memory in bytes; undefined if the system does not say. */
function pageBytes() {
  try {
    const entries = fs.readFileSync('/proc/self/auxv');
    for (let at = 0; at + 16 <= entries.length; at += 16) {
      if (entries.readBigUInt64LE(at) === AT_PAGESZ) return Number(entries.readBigUInt64LE(at + 8));
    }
  } catch {
    // no /proc
  }
  return undefined;
}

/** Returns the folder of the copy that programs in `cwd` load, if it is not this one. */
function otherCopy(cwd) {
  try {
    const found = path.dirname(createRequire(path.join(cwd, 'x.js')).resolve('nacd-native/package.json'));
    return fs.realpathSync(found) === fs.realpathSync(ROOT) ? undefined : found;
  } catch {
    return undefined; // none
  }
}

/** Returns true if a project of this package.json (undefined: none) uses Electron. */
function usesElectron(json) {
  return ['dependencies', 'devDependencies'].some((kind) => json?.[kind]?.electron !== undefined);
}

const RESTRICTS = /(?:^|\s)--(?:experimental-)?permission\b/;
const ALLOWS = /--allow-addons\b/;

/** Returns where Node's permission model is switched on without a permission for addons; undefined: nowhere. */
function restriction({ NODE_OPTIONS = '' }, json) {
  const isRefusing = (text) => RESTRICTS.test(text) && !ALLOWS.test(text);
  if (isRefusing(NODE_OPTIONS)) return 'NODE_OPTIONS';
  const [name] = Object.entries(json?.scripts ?? {}).find(([, text]) => isRefusing(String(text))) ?? [];
  return name && `the script "${name}" of package.json`;
}

module.exports = { ROOT, otherCopy, pageBytes, restriction, usesElectron };
