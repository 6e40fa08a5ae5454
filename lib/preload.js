'use strict';
// The package's main: `node -r nacd-native app.js`. Installs the hooks in this environment (the main thread or a
// worker), once, before the program starts.
//
// Our own modules are loaded past Node's loader. A program may list what it has loaded, or delete all of it, and ours
// must then neither show nor be loaded twice; and most of the time that a module takes to load is Node's search for it,
// which modules that lie beside each other don't need. (So the loader is in this file: one more would take half a
// millisecond.) What is left is compiling: V8 takes what an earlier process made of them (own-code.js), as long as no
// file has changed.

const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');

// As builtin.js, which is not loaded here: by Node's loader it takes longer than several of ours.
const builtin = process.getBuiltinModule ?? require;
const { Script } = builtin('node:vm');

// For programs that make campaigns: import { run, minimize } from 'nacd-native'.
exports.run = (options) => require('./remote.js').remote('run', options);
exports.minimize = (options) => require('./remote.js').remote('minimize', options);

const INSTALLED = Symbol.for('nacd-native.installed');
const NEWLINE = 10;

// What each start of a program with delays needs is one script: V8 takes one in a third of the time of many.
const TOGETHER = [
  'install', 'limits', 'options', 'read-options', 'starters', 'binding', 'modules', 'builtin', 'esm', 'glue', 'glue/calls',
  'glue/context', 'glue/frames', 'glue/properties', 'glue/streams',
].map((name) => `${__dirname}/${name}.js`);

const loaded = new Map(); // file -> module
const functions = new Map(); // file -> the function that its module is
const compiled = []; // { script, source, stamps, place, isKept }
let codeFolder; // undefined: there can be none

const READERS = {
  '.js': (file, module) => {
    const folder = path.dirname(file);
    Reflect.apply(functionOf(file), module.exports, [module.exports, requireFrom(folder), module, file, folder]);
  },
  '.json': (file, module) => { module.exports = JSON.parse(readFileSync(file, 'utf8')); },
  '.node': (file, module) => process.dlopen(module, file),
};

function stampOf(file, time) {
  const status = statSync(file);
  return `${status.size}-${Math.trunc(status[time])}`;
}

// For each binary of Node's. Where the permission model does not let it be looked at, nothing is kept.
function folderOfCode() {
  try {
    return `${path.dirname(__dirname)}/.cache/code/${process.version}-${stampOf(process.execPath, 'mtimeMs')}`;
  } catch {
    return undefined;
  }
}

function functionOf(file) {
  const known = functions.get(file);
  if (known) return known;
  if (!TOGETHER.includes(file)) return compile(file, [file])[0];
  for (const [i, fn] of compile(`${__dirname}/together`, TOGETHER).entries()) functions.set(TOGETHER[i], fn);
  return functions.get(file);
}

// Comments are a quarter of what V8 must keep. No line goes: stack traces show where it was.
const sourceOf = (file) => {
  const source = readFileSync(file, 'utf8').replaceAll(/^ *\/\/.*$/gm, '');
  return `(function (exports, require, module, __filename, __dirname) { ${source} \n})`;
};

// Returns the functions that the modules in `files` are, compiled as a script of this name.
function compile(name, files) {
  // Not the time of their last change: in a package from npm all files have the same.
  const stamps = files.map((file) => stampOf(file, 'ctimeMs')).join();
  const place = `${codeFolder}/${name.slice(__dirname.length + 1).replaceAll(path.sep, '+')}`;
  const known = codeFolder && readKept(place, stamps);
  const source = known?.source ?? Buffer.from(`[${files.map(sourceOf).join()}]`);
  const script = new Script(source.utf8Slice(), { filename: name, cachedData: known?.code });
  compiled.push({ script, source, stamps, place, isKept: known !== undefined });
  return script.runInThisContext();
}

// A line of JSON, the source, and V8's code, whose version and flags V8 itself looks at. Undefined: not kept, or not
// whole.
function readKept(place, stamps) {
  try {
    const all = readFileSync(place);
    const start = all.indexOf(NEWLINE) + 1;
    const [kept, sourceSize, codeSize] = JSON.parse(all.utf8Slice(0, start));
    const end = start + sourceSize;
    if (kept !== stamps || all.length !== end + codeSize) return undefined;
    return { source: all.subarray(start, end), code: all.subarray(end) };
  } catch {
    return undefined;
  }
}

/** What was compiled and may be kept for the processes to come. */
const newCode = () => (codeFolder ? compiled.filter(({ isKept }) => !isKept) : []);

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

// Where the permission model does not let our files be read, even the check of the options can't be loaded.
function isUnreadable() {
  const { permission, env } = process;
  if (!permission || permission.has('fs.read', `${__dirname}/install.js`)) return false;
  if (env.NACD_PARENT || (env.NACD_MODE === 'never' && !env.NACD_TRACE)) return true; // then nothing is delayed anyway
  const allow = `--allow-fs-read='${__dirname.replace(/lib$/, '')}*' --allow-addons`;
  process._rawDebug(`nacd: Node's permission model refuses nacd-native's files; to allow them: node --permission ${allow}`);
  return process.exit(2);
}

function installOnce() {
  Object.defineProperty(process, INSTALLED, { value: true, enumerable: false });
  codeFolder = folderOfCode();
  const own = requireFrom(__dirname);
  let keepAgain;
  own('./install.js').install(() => keepAgain?.());
  if (newCode().length > 0) {
    const { keepCode } = own('./own-code.js');
    keepCode(newCode());
    keepAgain = () => keepCode(newCode()); // much of it V8 compiles when it first runs: when a module is hooked
  }
  delete require.cache[__filename];
  /(?:)/.exec(''); // RegExp.$_ and its like are as in a new process
}

if (!process[INSTALLED] && !isUnreadable()) installOnce();
