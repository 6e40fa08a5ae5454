'use strict';
// Finds out if a program, or a file of it, is likely to import ES modules, and where Node loads these.

const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const builtin = require('./builtin.js');
const { replace } = require('./glue/properties.js');

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

const flags = () => [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];

/** Returns true if the program is started with a flag by which it may have loaders of its own. */
const hasLoader = () => flags().some(isImportFlag);

function likelyImports() {
  if (hasLoader()) return true;
  if (process._eval !== undefined) return /\bimport\b/.test(process._eval);
  const file = process.argv[1];
  if (file === undefined) return false;
  return isModule(path.isAbsolute(file) ? file : path.resolve(file)); // resolve() is slow in a new process
}

/** Returns true if the text of a file, which is no ES module, may have an import(). */
function mayImport(source) {
  // No regular expression: RegExp.$1 is the program's.
  for (let at = source.indexOf('import'); at >= 0; at = source.indexOf('import', at + 1)) {
    if (source.slice(at + 'import'.length, at + 40).trimStart().startsWith('(')) return true;
  }
  return false;
}

/**
 * Calls `then` if the program is likely to import ES modules: at once, or in a worker before its file runs, which it is
 * told only then. Returns whether it was called.
 */
function whenLikelyImports(then) {
  if (likelyImports()) {
    then();
    return true;
  }
  if (process.argv[1] === undefined && !builtin('node:worker_threads').isMainThread) {
    const { around } = require('./binding.js'); // not before: addons may be refused
    replace(Module, 'runMain', (run) => around(run, (file) => {
      if (isModule(String(file))) then();
    }));
  }
  return false;
}

/**
 * Returns true in the thread that runs the hooks of module.register(). A worker of the program has no file in its argv
 * yet, either; before Node 22.14 only the data of the two differ.
 */
function inLoaderThread() {
  if (process.argv.length > 1) return false;
  const { isInternalThread, isMainThread, workerData } = builtin('node:worker_threads');
  return !isMainThread && (isInternalThread ?? workerData === null);
}

module.exports = { hasLoader, inLoaderThread, likelyImports, mayImport, whenLikelyImports };
