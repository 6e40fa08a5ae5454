'use strict';
// Hooks modules when the program first loads them, in each way there is: require, import, process.getBuiltinModule.
// All at once at start would cost tens of milliseconds: http2 or crypto are large.

const Module = require('node:module');
const { around, hearChannel } = require('./binding.js');
const builtin = require('./builtin.js');
const { hasLoader, inLoaderThread, mayImport, whenLikelyImports } = require('./esm.js');
const { replace, standIn, watchProperty } = require('./glue/properties.js');

// Modules that start processes by another one. This and the lists below are about how Node's own source loads modules,
// which changes from version to version, and not about an API: so they are no facts of the model.
const BEHIND = { cluster: 'child_process', test: 'child_process' };

// Modules that Node loads for itself when a program uses WebSocket, which is a global.
const NETWORK = ['net', 'tls', 'http', 'http2', 'zlib'];

// Globals that are not watched, since a look at most of them would load modules: a file that names one may use it.
const NAMED = {
  WebSocket: NETWORK, EventSource: NETWORK, CompressionStream: ['zlib'], DecompressionStream: ['zlib'],
  MessageChannel: ['worker_threads'], BroadcastChannel: ['worker_threads'], WebAssembly: ['globals'],
};

class Watcher {
  constructor(hookModule, options) {
    this.hookModule = hookModule;
    this.options = options;
    this.hooked = new Map(Object.entries(hookModule.hookedModules())); // module -> when; docs/reference/model.md
    const mayBe = (name) => this.wanted(name) && (options.timers || this.hooked.get(name) !== 'timers');
    this.modelled = new Set([...this.hooked.keys()].filter(mayBe));
    this.waiting = new Set(this.modelled);
    this.scanned = 0;
    this.onRequest = new Set([...this.hooked.keys()].filter((name) => this.isOnRequest(name)));
    this.allHooked = false;
    this.packages = new WeakSet();
    this.globals = globalsHolder();
  }

  isOnRequest(name) {
    const when = this.hooked.get(name);
    return when === 'asked' || when === 'timers' || (when === 'brought' && !isLoaded(name));
  }

  wanted(name) {
    const { modules } = this.options;
    // Node's own code there reads one port in two ways that no program can.
    if (name === 'worker_threads' && inLoaderThread()) return false;
    if (!modules) return true;
    const named = modules.filter((entry) => !entry.startsWith('-'));
    return !modules.includes(`-${name}`) && (named.length === 0 || named.includes(name));
  }

  hookBuiltin(name) {
    this.waiting.delete(name);
    if (name === 'globals') {
      this.hookModule(name, this.globals, false);
      return;
    }
    const exports = builtin(name.startsWith('node:') ? name : `node:${name}`);
    this.hookModule(name, exports, false);
    if (name === 'child_process') {
      const { callsMachinery } = this.hookModule;
      this.loadChildren().preloadChildren(exports, { ...this.options, callsMachinery });
    }
    if (name === 'worker_threads') {
      this.loadChildren().preloadWorkers(exports, this.options, this.hookModule.makesPort);
      receiveInOrder(exports);
    }
  }

  loadChildren() {
    this.children ??= require('./children.js');
    return this.children;
  }

  // Before the program can hook the loading of modules: its hooks must not hear of ours.
  loadOwn(exports) {
    this.hookModule('module', exports, false);
    this.loadChildren();
  }

  // Node loads modules for its own use too: http brings net. With the first one asked for, those are hooked.
  hookLoaded(request) {
    const asked = request.startsWith('node:') && !this.modelled.has(request) ? request.slice(5) : request;
    const loaded = this.modelled.has(asked) ? this.newlyLoaded() : [];
    this.add(asked, loaded);
    this.add(BEHIND[asked], loaded);
    this.hookEach(loaded);
  }

  hookEach(loaded) {
    if (loaded.length === 0) return;
    if (this.waiting.has('globals')) loaded.push('globals');
    // Hooking one may load another, which comes back here. (Arrays' iterator is the program's: it may be gone.)
    for (let i = 0; i < loaded.length; i++) if (this.waiting.has(loaded[i])) this.hookBuiltin(loaded[i]);
    Module.syncBuiltinESMExports();
  }

  add(name, loaded) {
    if (this.waiting.has(name) && !loaded.includes(name)) loaded.push(name);
  }

  newlyLoaded() {
    const loaded = [];
    const list = process.moduleLoadList;
    for (; this.scanned < list.length; this.scanned++) {
      const name = list[this.scanned].slice(list[this.scanned].indexOf(' ') + 1);
      if (this.waiting.has(name) && !this.onRequest.has(name)) loaded.push(name);
    }
    return loaded;
  }

  // Every program has these at hand. Promises first: util.promisify(setTimeout) is a function of theirs.
  hookTimers() {
    this.hookGlobal(['timers/promises', 'timers', 'globals']);
  }

  // A global behind which there are modules: whoever asks for it need not load them.
  hookGlobal(names) {
    const waiting = names.filter((name) => this.waiting.has(name));
    if (waiting.length === 0) return;
    for (const name of waiting) if (this.waiting.has(name)) this.hookBuiltin(name);
    Module.syncBuiltinESMExports();
  }

  // Returns whether each import of a built-in module is heard. The program's own loaders may answer for Node's.
  hearsImports() {
    if (this.isHeard !== undefined) return this.isHeard;
    this.isHeard = !hasLoader() && this.hookModule.hearImports?.((name) => this.imported(name)) === true;
    if (this.isHeard) replace(Module, 'register', (register) => around(register, () => this.loaderComes()));
    return this.isHeard;
  }

  // Before the program has its exports. "fs/promises" is a part of fs.
  imported(name) {
    for (const one of [name, name.split('/')[0]]) {
      if (!this.waiting.has(one) || this.hooked.get(one) === 'required') continue;
      builtin(`node:${one}`);
      this.hookLoaded(one);
    }
  }

  // Everything is hooked before imports are likely, unless each is heard. That loads much: with TLS some versions of
  // Node read all certificates.
  hookAll() {
    if (this.allHooked) return;
    if (this.hearsImports()) {
      this.hookEach(this.newlyLoaded());
      return;
    }
    this.allHooked = true;
    // Promises first: see hookTimers().
    for (const name of ['timers/promises', ...this.waiting]) {
      if (this.waiting.has(name) && this.hooked.get(name) !== 'required') this.hookBuiltin(name);
    }
    Module.syncBuiltinESMExports();
  }

  loaderComes() {
    this.isHeard = false;
    this.hookAll();
  }

  compiled(content, format) {
    if (this.allHooked) return;
    if (this.isHeard !== true && (format === 'module' || mayImport(content))) this.hookAll();
    if (this.allHooked) return;
    for (const [name, modules] of Object.entries(NAMED)) {
      if (name in globalThis && isNamed(content, name)) this.hookGlobal(modules);
    }
  }

  loaded(request, exports) {
    if (typeof request !== 'string') return;
    if (exports === Module) this.loadOwn(exports);
    if (Module.isBuiltin(request)) this.hookLoaded(request);
    else if (this.isPackage(exports) && !request.startsWith('.')) this.hookPackage(request, exports);
  }

  isPackage(exports) {
    return this.options.model !== undefined && (typeof exports === 'object' || typeof exports === 'function') &&
      exports !== null;
  }

  hookPackage(request, exports) {
    if (this.packages.has(exports)) return;
    this.packages.add(exports);
    this.hookModule(request, exports, true);
  }
}

const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isDigit = (code) => code >= 48 && code <= 57;
const IN_NAMES_AND_TEXTS = new Set(['_', '$', '-', "'", '"', '`']);
const goesOn = (character = ' ') =>
  isLetter(character.charCodeAt(0)) || isDigit(character.charCodeAt(0)) || IN_NAMES_AND_TEXTS.has(character);

// Not as a part of another name, nor as a text: lists of all globals are no use of them.
function isNamed(source, name) {
  for (let at = source.indexOf(name); at >= 0; at = source.indexOf(name, at + 1)) {
    if (!goesOn(source[at - 1]) && !goesOn(source[at + name.length])) return true;
  }
  return false;
}

const isLoaded = (name) => process.moduleLoadList.includes(`NativeModule ${name}`);

// Returns the object that globals are looked up in: the program keeps the fetch that replaces the real one, whenever it
// took it.
function globalsHolder() {
  const { fetch: original } = globalThis;
  return typeof original === 'function' ? { __proto__: globalThis, fetch: original } : globalThis;
}

// fetch is no getter: a function stands in for it that has it hooked when it is first called.
function watchFetch(watcher) {
  if (!watcher.waiting.has('globals') || typeof globalThis.fetch !== 'function') return;
  standIn(globalThis, 'fetch', (fetch) => around(fetch, () => {
    watcher.hookGlobal(['globals']);
    return watcher.globals.fetch;
  }));
}

// receiveMessageOnPort reads messages that a listener would have got: the held ones come first.
function receiveInOrder(exports) {
  const { takeWaiting } = require('./glue/messages.js');
  replace(exports, 'receiveMessageOnPort', (receive) => around(receive, (port) => {
    const message = takeWaiting(port);
    return message && (() => message);
  }));
}

// The program that takes this one's place is given our options, as a child is.
function watchExec(watcher) {
  if (typeof process.execve !== 'function') return; // before Node 22.15
  replace(process, 'execve', (execve) => (_, self, args) =>
    Reflect.apply(execve, self, watcher.loadChildren().execArguments(args, watcher.options)));
}

// Node references the channel of a forked child as long as the program listens to it, unless the program itself says
// otherwise.
function watchChannel() {
  if (!process.channel) return;
  replace(Object.getPrototypeOf(process.channel), 'unref', (unref) => (_, self, args) => {
    if (self === process.channel) hearChannel();
    return Reflect.apply(unref, self, args);
  });
}

function watchGlobals(watcher) {
  watchProperty(globalThis, 'crypto', () => watcher.hookGlobal(['crypto']));
  watchFetch(watcher);
}

function watchModules(hookModule, options) {
  const watcher = new Watcher(hookModule, options);
  watchGlobals(watcher);
  watchExec(watcher);
  // A forked child gets messages through `process`, which nobody has to load.
  // (A worker's process.send is a stub, and its process.channel throws.)
  if (process.send && !process.send.disabled) {
    watcher.hookLoaded('process');
    watchChannel();
  }
  if (!whenLikelyImports(() => watcher.hookAll()) && options.timers) watcher.hookTimers();
  const hooksTimers = options.watchesTimers ? watcher.wanted('timers') : options.extendsLimits;
  if (hooksTimers && !options.timers) require('./hook-timers.js').hookTimers(hookModule);
  // Around, natively: a frame of ours on the stack would show.
  const tell = (exports, request) => watcher.loaded(request, exports);
  replace(Module, '_load', (load) => around(load, undefined, tell));
  const limits = options.inTestRunner ? require('./limits.js').watchLimits(hookModule) : undefined;
  replace(Module.prototype, '_compile', (compile) => around(compile, (content, filename, format) => {
    watcher.compiled(content, format);
  }, limits && ((result, content, filename) => limits.compiled(filename))));
  if (process.getBuiltinModule) replace(process, 'getBuiltinModule', (get) => around(get, undefined, tell));
}

module.exports = { watchModules };
