'use strict';
// Loads nacd-native's own modules, past Node's loader. A program may list what it has loaded, or delete all of it, and
// ours must then neither show nor be loaded twice; and most of the time that a module takes to load is Node's search
// for it, which modules that lie beside each other don't need.

const { readFileSync } = require('node:fs');
const path = require('node:path');

// As builtin.js, which is not loaded here: by Node's loader it takes longer than several of ours.
const builtin = process.getBuiltinModule ?? require;
const { compileFunction } = builtin('node:vm');

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

const loaded = new Map(); // file -> module

const READERS = {
  '.js': (file, module) => {
    const folder = path.dirname(file);
    const run = compileFunction(readFileSync(file, 'utf8'), PARAMETERS, { filename: file });
    Reflect.apply(run, module.exports, [module.exports, requireFrom(folder), module, file, folder]);
  },
  '.json': (file, module) => { module.exports = JSON.parse(readFileSync(file, 'utf8')); },
  '.node': (file, module) => process.dlopen(module, file),
};

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

module.exports = { own };
