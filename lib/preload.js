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
  'glue/context', 'glue/properties', 'glue/streams',
].map((name) => `${__dirname}/${name}.js`);

const loaded = new Map(); // file -> module
const compiled = new Map(); // name of a script -> { script, source, stamps, isKept }
const functions = new Map(); // file -> the function that its module is
let codeFile; // undefined: there can be none
let kept; // name of a script -> { stamps, source, code }

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
function fileOfCode() {
  try {
    return `${path.dirname(__dirname)}/.cache/code-${process.version}-${stampOf(process.execPath, 'mtimeMs')}`;
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
  const known = kept.get(name);
  const { source, code } = known?.stamps === stamps ? known : { source: Buffer.from(`[${files.map(sourceOf).join()}]`) };
  const script = new Script(source.utf8Slice(), { filename: name, cachedData: code });
  compiled.set(name, { script, source, stamps, isKept: code !== undefined });
  return script.runInThisContext();
}

// A line of JSON, and then for each script its source and V8's code. V8 itself looks at its version and flags.
function readCode() {
  try {
    const all = readFileSync(codeFile);
    const end = all.indexOf(NEWLINE);
    const list = JSON.parse(all.utf8Slice(0, end));
    let at = end + 1;
    const take = (size) => all.subarray(at, at += size);
    const entries = list.map(([name, stamps, ...sizes]) => [name, stamps, take(sizes[0]), take(sizes[1])]);
    if (at !== all.length) return new Map();
    return new Map(entries.map(([name, stamps, source, code]) => [name, { stamps, source, code }]));
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
  codeFile = fileOfCode();
  kept = readCode();
  const own = requireFrom(__dirname);
  let keepAgain;
  own('./install.js').install(() => keepAgain?.());
  const code = newCode();
  if (code) {
    const { keepCode } = own('./own-code.js');
    keepCode(code);
    keepAgain = () => keepCode(code); // much of it V8 compiles when it first runs: when a module is hooked
  }
  delete require.cache[__filename];
  /(?:)/.exec(''); // RegExp.$_ and its like are as in a new process
}

if (!process[INSTALLED] && !isUnreadable()) installOnce();
