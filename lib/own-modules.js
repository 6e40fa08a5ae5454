'use strict';
// Loads nacd-native's own modules, past Node's loader. A program may list what it has loaded, or delete all of it, and
// ours must then neither show nor be loaded twice; and most of the time that a module takes to load is Node's search
// for it, which modules that lie beside each other don't need. What is left is compiling: V8 takes what an earlier
// process made of them (own-code.js), as long as no file has changed.

const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');

// As builtin.js, which is not loaded here: by Node's loader it takes longer than several of ours.
const builtin = process.getBuiltinModule ?? require;
const { Script } = builtin('node:vm');

const NEWLINE = 10;

const loaded = new Map(); // file -> module
const compiled = new Map(); // file -> { script, source, stamp, isKept }
const codeFile = fileOfCode(); // undefined: there can be none
const kept = readCode(); // file -> { stamp, source, code }

const READERS = {
  '.js': (file, module) => {
    const folder = path.dirname(file);
    Reflect.apply(compile(file), module.exports, [module.exports, requireFrom(folder), module, file, folder]);
  },
  '.json': (file, module) => { module.exports = JSON.parse(readFileSync(file, 'utf8')); },
  '.node': (file, module) => process.dlopen(module, file),
};

function stampOf(file, time) {
  const status = statSync(file);
  return `${status.size}-${Math.trunc(status[time])}`;
}

// For each binary of Node's. Where the permission model does not let it be looked at, nothing is kept.
function fileOfCode() {
  try {
    return `${path.dirname(__dirname)}/.cache/code-${process.version}-${stampOf(process.execPath, 'mtimeMs')}`;
  } catch {
    return undefined;
  }
}

function compile(file) {
  // Not the time of its last change: in a package from npm all files have the same.
  const stamp = stampOf(file, 'ctimeMs');
  const known = kept.get(file);
  const { source, code } = known?.stamp === stamp ? known : { source: readFileSync(file) };
  const text = `(function (exports, require, module, __filename, __dirname) { ${source.utf8Slice()} \n})`;
  const script = new Script(text, { filename: file, cachedData: code });
  compiled.set(file, { script, source, stamp, isKept: code !== undefined });
  return script.runInThisContext();
}

// A line of JSON, and then for each module its source and V8's code. V8 itself looks at its version and flags.
function readCode() {
  try {
    const all = readFileSync(codeFile);
    const end = all.indexOf(NEWLINE);
    const list = JSON.parse(all.utf8Slice(0, end));
    let at = end + 1;
    const take = (size) => all.subarray(at, at += size);
    const entries = list.map(([file, stamp, ...sizes]) => [file, stamp, take(sizes[0]), take(sizes[1])]);
    if (at !== all.length) return new Map();
    return new Map(entries.map(([file, stamp, source, code]) => [file, { stamp, source, code }]));
  } catch {
    return new Map();
  }
}

/** What the modules were compiled to, for the processes to come; null: all that is there already. */
function newCode() {
  const isComplete = codeFile === undefined || [...compiled.values()].every(({ isKept }) => isKept);
  return isComplete ? null : { file: codeFile, compiled, kept };
}

// path.resolve() is slow in a process that has just started.
function resolve(folder, request) {
  if (path.sep !== '/' || !request.startsWith('.')) return path.resolve(folder, request);
  if (request.startsWith('../')) return resolve(path.dirname(folder), `./${request.slice('../'.length)}`);
  return `${folder}/${request.slice('./'.length)}`;
}

// Of what our modules ask for: built-in modules ("node:..."), and files, by their whole name.
const requireFrom = (folder) => (request) =>
  (request.startsWith('node:') ? builtin(request) : load(resolve(folder, request)));

function load(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  try {
    READERS[path.extname(file)](file, module);
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

/** Returns the exports of a module of ours, as require() does: './glue.js' is beside this file. */
const own = requireFrom(__dirname);

module.exports = { own, newCode };
