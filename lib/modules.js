'use strict';
// Hooks modules when the program first loads them, in each way there is: require, import, process.getBuiltinModule.
// All at once at start would cost tens of milliseconds: http2 or crypto are large.

const Module = require('node:module');
const { around } = require('./binding.js');
const { mirror, resemble, watchProperty } = require('./glue/properties.js');
const { privately } = require('./own-modules.js');

// Built-in modules that have something to hook.
const MODELLED = [
  'child_process', 'cluster', 'crypto', 'dgram', 'dns', 'dns/promises', 'events', 'fs', 'fs/promises', 'globals', 'http',
  'http2', 'https', 'net', 'process', 'readline', 'readline/promises', 'repl', 'sqlite', 'stream', 'stream/promises',
  'stream/consumers', 'timers/promises', 'timers', 'tls', 'vm', 'worker_threads', 'zlib',
];

// Node has these loaded for itself, and needs nothing of them hooked: they wait until the program asks for them.
const ON_REQUEST = new Set([
  'events', 'stream', 'stream/promises', 'stream/consumers', 'timers', 'timers/promises', 'vm', 'worker_threads',
]);

// Hooked on demand only.
const TIMERS = new Set(['timers', 'timers/promises']);

// Known with the prefix only.
const PREFIXED = new Set(['sqlite']);
// Globals of worker_threads. Even to look at them would load it: a file that has the words is about to.
const OF_THREADS = ['MessageChannel', 'BroadcastChannel'];

function replace(holder, name, make, like = mirror) {
  const original = holder[name];
  const wrapper = make(original);
  like(wrapper, original);
  holder[name] = wrapper;
}

// Not before the program itself loads them: repl brings domain, which changes what becomes of exceptions, and takes the
// working directory into module.paths; sqlite warns that it is experimental.
const ONLY_ON_DEMAND = new Set(['repl', 'sqlite']);

class Watcher {
  constructor(hookModule, options) {
    this.hookModule = hookModule;
    this.options = options;
    this.modelled = new Set(MODELLED.filter((name) => this.wanted(name) && (options.timers || !TIMERS.has(name))));
    this.waiting = new Set(this.modelled);
    this.scanned = 0;
    this.allHooked = false;
    this.packages = new WeakSet();
    this.globals = globalsHolder();
  }

  wanted(name) {
    const { modules } = this.options;
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
    const exports = require(`node:${name}`);
    this.hookModule(PREFIXED.has(name) ? `node:${name}` : name, exports, false);
    if (name === 'child_process') {
      privately(() => require('./children.js')).preloadChildren(exports, this.options);
    }
    if (name === 'worker_threads') privately(() => require('./children.js')).preloadWorkers(exports);
  }

  // Node loads modules for its own use too: http brings net. With the first one asked for, those are hooked.
  hookLoaded(request) {
    const asked = request.startsWith('node:') ? request.slice(5) : request;
    if (!this.modelled.has(asked)) return;
    const loaded = [];
    const list = process.moduleLoadList;
    for (; this.scanned < list.length; this.scanned++) {
      const name = list[this.scanned].slice(list[this.scanned].indexOf(' ') + 1);
      if (this.waiting.has(name) && !ON_REQUEST.has(name)) loaded.push(name);
    }
    if (this.waiting.has(asked) && !loaded.includes(asked)) loaded.push(asked);
    if (loaded.length === 0) return;
    if (this.waiting.has('globals')) loaded.push('globals');
    // Hooking one may load another, which comes back here.
    for (const name of loaded) if (this.waiting.has(name)) this.hookBuiltin(name);
    Module.syncBuiltinESMExports();
  }

  // Every program has these at hand. Promises first: util.promisify(setTimeout) is a function of theirs.
  hookTimers() {
    for (const name of ['timers/promises', 'timers', 'globals']) this.hookGlobal(name);
  }

  hookGlobal(name) {
    if (!this.waiting.has(name)) return;
    this.hookBuiltin(name);
    Module.syncBuiltinESMExports();
  }

  // An import of a built-in module can't be seen: where imports are likely, everything is hooked before.
  hookAll() {
    if (this.allHooked) return;
    this.allHooked = true;
    for (const name of this.waiting) {
      if (!ONLY_ON_DEMAND.has(name)) this.hookBuiltin(name);
    }
    Module.syncBuiltinESMExports();
  }

  loaded(request, exports) {
    if (typeof request !== 'string') return;
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

// No regular expression: RegExp.$1 is the program's.
function mayImport(source) {
  for (let at = source.indexOf('import'); at >= 0; at = source.indexOf('import', at + 1)) {
    if (source.slice(at + 'import'.length, at + 40).trimStart().startsWith('(')) return true;
  }
  return false;
}

// What globals are looked up in: the program keeps the fetch that stands in for the real one, whenever it took it.
function globalsHolder() {
  const { fetch: original } = globalThis;
  return typeof original === 'function' ? { __proto__: globalThis, fetch: original } : globalThis;
}

// fetch is no getter: a function stands in for it that has it hooked when it is first called.
function watchFetch(watcher) {
  if (!watcher.waiting.has('globals') || typeof globalThis.fetch !== 'function') return;
  replace(globalThis, 'fetch', (fetch) => around(fetch, () => {
    watcher.hookGlobal('globals');
    return watcher.globals.fetch;
  }), resemble);
}

function watchGlobals(watcher) {
  watchProperty(globalThis, 'crypto', () => watcher.hookGlobal('crypto'));
  watchFetch(watcher);
}

function watchModules(hookModule, options) {
  const watcher = new Watcher(hookModule, options);
  watchGlobals(watcher);
  // A forked child gets messages through `process`, which nobody has to load.
  // (A worker's process.send is a stub, and its process.channel throws.)
  if (process.send && !process.send.disabled) watcher.hookLoaded('process');
  if (require('./esm.js').likelyImports()) watcher.hookAll();
  else if (options.timers) watcher.hookTimers();
  // Around, natively: a frame of ours on the stack would show.
  const tell = (exports, request) => watcher.loaded(request, exports);
  replace(Module, '_load', (load) => around(load, undefined, tell));
  replace(Module.prototype, '_compile', (compile) => around(compile, (content, filename, format) => {
    if (watcher.allHooked) return;
    if (format === 'module' || mayImport(content)) watcher.hookAll();
    else if (OF_THREADS.some((name) => content.includes(name))) watcher.hookGlobal('worker_threads');
  }));
  if (process.getBuiltinModule) replace(process, 'getBuiltinModule', (get) => around(get, undefined, tell));
}

module.exports = { watchModules };
