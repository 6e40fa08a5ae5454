'use strict';
// Finds out if the program that starts is likely to import ES modules.

const fs = require('node:fs');
const path = require('node:path');

const IMPORT_FLAGS = ['--import', '--experimental-loader', '--loader', '--input-type=module', '--experimental-default-type=module'];

// No regular expression: compiling one takes longer than all of this.
const isImportFlag = (flag) => IMPORT_FLAGS.some((known) => flag === known || flag.startsWith(`${known}=`));

function typeIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).type;
  } catch {
    return undefined; // Node will say what is wrong with it
  }
}

// Looking first if a file is there costs a tenth of an exception.
function packageType(folder) {
  const file = `${folder === path.sep ? '' : folder}${path.sep}package.json`;
  if (fs.existsSync(file)) return typeIn(file);
  const parent = path.dirname(folder);
  return parent === folder ? undefined : packageType(parent);
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
  if (flags.some(isImportFlag)) return true;
  if (process._eval !== undefined) return /\bimport\b/.test(process._eval);
  const file = process.argv[1];
  if (file === undefined) return false;
  return isModule(path.isAbsolute(file) ? file : path.resolve(file)); // resolve() is slow in a new process
}

module.exports = { likelyImports };
