'use strict';
// Installs the hooks in this environment (the main thread or a worker), once, before the program starts.
//
// Our own modules are loaded past Node's loader. A program may list what it has loaded, or delete all of it, and ours
// must then neither show nor be loaded twice; and most of the time that a module takes to load is Node's search for it,
// which modules that lie beside each other don't need. (So the loader is in this file: one more would take half a
// millisecond.) What is left is compiling: V8 takes what an earlier process made of them (own-code.js), as long as no
// file has changed.
//
// V8 runs that code without checking it: a wrong byte crashes the process or hangs it. So each file holds everything
// twice, and is used only if both halves are equal. (Comparing them costs less than any checksum that Node has at its
// start.) And a process leaves a mark while it loads kept code. A mark of a process that is gone says that its start
// died: then nothing of what is kept is used, and all of it is written again.

const {
  closeSync, openSync, readFileSync, readdirSync, statSync, unlinkSync,
} = require('node:fs');
const path = require('node:path');

// As builtin.js, which is not loaded here: by Node's loader it takes longer than several of ours.
const builtin = process.getBuiltinModule ?? require;
const { Script } = builtin('node:vm');

const LIBRARY = path.dirname(__dirname);
const INSTALLED = Symbol.for('nacd-native.installed');
const NEWLINE = 10;
const MARK = 'start-';
const LONG_START_MS = 10_000; // a start takes milliseconds; one that takes this long hangs
const WRITABLE_BY_OTHERS = 0o022;

// The modules that each start of a program with delays needs are one script: V8 takes one in a third of the time of
// many.
const TOGETHER = [
  'preload/install', 'preload/limits', 'options/program', 'options/unsupported', 'options/read', 'options/runners',
  'options/test-process', 'names/slashes', 'trace/place', 'preload/starters',
  'options/platform', 'preload/binding', 'preload/modules', 'preload/builtin', 'preload/esm', 'preload/glue/index', 'preload/glue/calls',
  'preload/glue/context', 'preload/glue/disguise', 'preload/glue/parked', 'preload/glue/properties', 'preload/glue/streams',
  'preload/hook-timers', 'preload/glue/limit', 'preload/glue/traced-timers', 'preload/glue/late-timers',
];

const loaded = new Map(); // file -> module
const functions = new Map(); // file -> the function that its module is
const compiled = []; // { script, name, text, stamps, place, isKept }
let codeFolder; // undefined: there can be none
let refusesKept = false;

// Functions that a program may replace before a module of ours is loaded on demand.
const { parse } = JSON;
const { equals, indexOf, subarray, utf8Slice } = Buffer.prototype;
const { apply } = Reflect;

const READERS = {
  '.js': (file, module) => {
    const folder = path.dirname(file);
    apply(functionOf(file), module.exports, [module.exports, requireFrom(folder), module, file, folder]);
  },
  '.json': (file, module) => { module.exports = parse(readFileSync(file, 'utf8')); },
  '.node': (file, module) => process.dlopen(module, file),
};

function stampOf(file, time) {
  const status = statSync(file);
  return `${status.size}-${Math.trunc(status[time])}`;
}

// Not the time of its last change: in a package from npm all files have the same.
const sourceStamp = (file) => stampOf(file, 'ctimeMs');

// For each binary of Node's. Where the permission model does not let it be looked at, nothing is kept.
function folderOfCode() {
  try {
    const node = `${process.version}-${process.arch}-${stampOf(process.execPath, 'mtimeMs')}`;
    return `${path.dirname(LIBRARY)}/.cache/code/${node}`;
  } catch {
    return undefined;
  }
}

// The owner of the package could as well have changed our source. Windows has neither such users nor such modes.
function isTrusted(file) {
  if (process.geteuid === undefined) return true;
  const { mode, uid } = statSync(file);
  return (mode & WRITABLE_BY_OTHERS) === 0 && (uid === process.geteuid() || uid === statSync(LIBRARY).uid);
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// `mark` is one of beginStart(). Other threads of this process start later than its main thread.
function isOfDeadStart(mark) {
  const pid = Number(mark.split('-')[1]);
  if (pid === process.pid ? builtin('node:worker_threads').isMainThread : !isRunning(pid)) return true;
  const status = statSync(`${codeFolder}/${mark}`, { throwIfNoEntry: false }); // undefined: its start has just ended
  return status !== undefined && Date.now() - status.mtimeMs > LONG_START_MS;
}

// Decides whether kept code may be used. Returns this start's mark; undefined if there is none.
function beginStart() {
  try {
    const isDead = (name) => name.startsWith(MARK) && isOfDeadStart(name);
    refusesKept = !isTrusted(codeFolder) || readdirSync(codeFolder).some(isDead);
    if (refusesKept || (process.geteuid && statSync(codeFolder).uid !== process.geteuid())) return undefined;
    const mark = `${codeFolder}/${MARK}${process.pid}-${process.hrtime()[1]}`;
    closeSync(openSync(mark, 'wx'));
    return mark;
  } catch {
    return undefined; // nothing is kept, or the folder cannot be written
  }
}

function endStart(mark) {
  try {
    if (mark) unlinkSync(mark);
  } catch {
    // another start has written the cache again
  }
}

const wrapped = (source) => `(function (exports, require, module, __filename, __dirname) { ${source} \n})`;

function functionOf(file) {
  return functions.get(file) ?? compile(file, sourceStamp(file), () => wrapped(readFileSync(file, 'utf8')));
}

// Before the program runs.
function compileTogether() {
  const files = TOGETHER.map((name) => `${LIBRARY}/${name}.js`.split('/').join(path.sep));
  // Comments are a quarter of what V8 must keep.
  const sourceOf = (file) => wrapped(readFileSync(file, 'utf8').replaceAll(/^ *\/\/.*$/gm, ''));
  const stamps = [__filename, ...files].map(sourceStamp).join();
  const made = compile(`${LIBRARY}/together`, stamps, () => `[${files.map(sourceOf).join()}]`);
  for (const [i, file] of files.entries()) functions.set(file, made[i]);
}

// Returns the value of a script of this name; `makeSource` is not called if its code is kept.
function compile(name, stamps, makeSource) {
  const place = `${codeFolder}/${name.slice(LIBRARY.length + 1)}`;
  const known = codeFolder && !refusesKept ? readKept(place, name, stamps) : undefined;
  const text = known ? apply(utf8Slice, known.source, []) : makeSource();
  const script = new Script(text, { filename: name, cachedData: known?.code });
  compiled.push({ script, name, text: known ? '' : text, stamps, place, isKept: known !== undefined });
  return script.runInThisContext();
}

// Reads a line of JSON, the source, and V8's code. V8 itself checks the version and the flags of the code, the name is
// in it. Returns undefined if nothing is kept, or not all of it, or if it was changed.
function readKept(place, name, stamps) {
  try {
    if (!isTrusted(place)) return undefined;
    const twice = readFileSync(place);
    const all = apply(subarray, twice, [0, twice.length / 2]);
    if (!apply(equals, all, [apply(subarray, twice, [all.length])])) return undefined;
    const start = apply(indexOf, all, [NEWLINE]) + 1;
    const { name: keptName, stamps: keptStamps, sourceSize, codeSize } = parse(apply(utf8Slice, all, [0, start]));
    const end = start + sourceSize;
    if (keptName !== name || keptStamps !== stamps || all.length !== end + codeSize) return undefined;
    return { source: apply(subarray, all, [start, end]), code: apply(subarray, all, [end]) };
  } catch {
    return undefined;
  }
}

/** Returns the compiled scripts that may be kept for the processes to come. */
const newCode = () => (codeFolder ? compiled.filter(({ isKept }) => !isKept) : []);

// path.resolve() is slow in a process that has just started.
function resolve(folder, request) {
  if (path.sep !== '/' || !request.startsWith('.')) return path.resolve(folder, request);
  if (request.startsWith('../')) return resolve(path.dirname(folder), `./${request.slice('../'.length)}`);
  return `${folder}/${request.slice('./'.length)}`;
}

// Our modules require built-in modules ("node:...") and files, by their whole name.
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

const OTHERS = { bun: 'Bun', deno: 'Deno' };

// Returns true in a runtime that is no Node.js: our addon reads Node's and V8's own data. A program that would not be
// delayed, and a child of one that is, run as they would.
function isOtherRuntime() {
  const { env, versions } = process;
  const name = Object.keys(OTHERS).find((key) => versions[key] !== undefined);
  if (name === undefined) return false;
  if (env.NACD_PARENT || (env.NACD_MODE === 'never' && !env.NACD_TRACE)) return true;
  process.stderr.write(`nacd: ${OTHERS[name]} is not supported: nacd-native needs Node.js; NACD_MODE=never runs the program without it\n`);
  return process.exit(2);
}

// The permission model may keep our files from being read; then not even the check of the options can be loaded.
function isUnreadable() {
  const { permission, env } = process;
  if (!permission || permission.has('fs.read', `${__dirname}/install.js`)) return false;
  if (env.NACD_PARENT || (env.NACD_MODE === 'never' && !env.NACD_TRACE)) return true; // then nothing is delayed anyway
  const allow = `--allow-fs-read='${LIBRARY.replace(/lib$/, '')}*' --allow-addons`;
  process._rawDebug(`nacd: Node's permission model refuses nacd-native's files; to allow them: node --permission ${allow}`);
  return process.exit(2);
}

function installOnce() {
  Object.defineProperty(process, INSTALLED, { value: LIBRARY, enumerable: false });
  codeFolder = folderOfCode();
  const mark = codeFolder && beginStart();
  compileTogether();
  const own = requireFrom(__dirname);
  const { install, stop } = own('./install.js');
  const refusal = install();
  endStart(mark);
  if (refusal !== undefined) stop(refusal);
  if (newCode().length > 0) own('./own-code.js').keepCode(newCode(), refusesKept ? codeFolder : undefined);
  delete require.cache[__filename];
  /(?:)/.exec(''); // RegExp.$_ and its like are as in a new process
}

// Another copy of the package was loaded here first. (One in another thread is found by the addon: install.js.) The
// output of a child may be compared.
function tellFirst(first) {
  if (first === LIBRARY || process.env.NACD_PARENT) return;
  const where = typeof first === 'string' ? `, ${path.dirname(first)}` : ''; // of older versions it is true
  require('../shown/standard-error.js').printError(`nacd: ${path.dirname(LIBRARY)} does nothing here: the process loaded another copy first${where}`);
}

if (process[INSTALLED]) tellFirst(process[INSTALLED]);
else if (!isOtherRuntime() && !isUnreadable()) installOnce();
