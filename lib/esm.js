'use strict';
// Whether the program that starts is likely to import ES modules.

const fs = require('node:fs');
const path = require('node:path');

const IMPORT_FLAG = /^--(?:import|experimental-loader|loader|input-type=module|experimental-default-type=module)\b/;

function packageType(folder) {
  for (;;) {
    try {
      return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).type;
    } catch {
      const parent = path.dirname(folder);
      if (parent === folder) return undefined;
      folder = parent;
    }
  }
}

function isModule(file) {
  if (file.endsWith('.mjs')) return true;
  if (file.endsWith('.cjs')) return false;
  try {
    return packageType(path.dirname(fs.realpathSync.native(file))) === 'module';
  } catch {
    return false; // Node will say what is wrong with it
  }
}

function likelyImports() {
  const flags = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];
  if (flags.some((flag) => IMPORT_FLAG.test(flag))) return true;
  if (process._eval !== undefined) return /\bimport\b/.test(process._eval);
  return process.argv[1] !== undefined && isModule(path.resolve(process.argv[1]));
}

module.exports = { likelyImports };
