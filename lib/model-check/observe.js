'use strict';
// A preload (node -r) that watches the functions of one package: when they call callbacks, and what they return. Writes
// that to a file when the process ends. NACD_OBSERVE names the package, NACD_OBSERVE_MAIN its main file,
// NACD_OBSERVE_OUT the folder of the results. A program can see these wrappers, unlike hooks: for a package's own tests
// that is good enough.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const { NACD_OBSERVE: name, NACD_OBSERVE_MAIN: main, NACD_OBSERVE_OUT: out } = process.env;
const seen = new Map(); // "Database.run" -> {calls, later, within, promises, emitters: {class: count}}
const wrapped = new WeakMap();

function recordOf(key) {
  if (!seen.has(key)) seen.set(key, { calls: 0, later: 0, within: 0, promises: 0, emitters: {} });
  return seen.get(key);
}

function watchCallback(record, callback) {
  let inside = true;
  const watched = function watched(...args) {
    if (inside) record.within++;
    else record.later++;
    return Reflect.apply(callback, this, args);
  };
  Object.setPrototypeOf(Object.assign(watched, callback), Object.getPrototypeOf(callback));
  const leave = () => {
    inside = false;
  };
  return { watched, leave };
}

function look(record, result) {
  if (typeof result?.then === 'function') record.promises++;
  else if (result instanceof EventEmitter) {
    const { name: type } = result.constructor;
    record.emitters[type] = (record.emitters[type] ?? 0) + 1;
  }
  return result;
}

function wrap(key, fn) {
  if (wrapped.has(fn)) return wrapped.get(fn);
  const proxy = new Proxy(fn, {
    apply(target, self, args) {
      const record = recordOf(key);
      record.calls++;
      const at = args.findLastIndex((arg) => typeof arg === 'function');
      if (at < 0) return look(record, Reflect.apply(target, self, args));
      const { watched, leave } = watchCallback(record, args[at]);
      try {
        return look(record, Reflect.apply(target, self, args.map((arg, i) => (i === at ? watched : arg))));
      } finally {
        leave();
      }
    },
  });
  wrapped.set(fn, proxy);
  wrapped.set(proxy, proxy);
  return proxy;
}

const OF_EMITTERS = new Set(Object.getOwnPropertyNames(EventEmitter.prototype));

function wrapMembers(prefix, holder) {
  for (const key of Object.getOwnPropertyNames(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    if (typeof descriptor.value !== 'function' || !descriptor.writable || key === 'constructor' || OF_EMITTERS.has(key)) continue;
    if (/^[A-Z]/.test(key) && descriptor.value.prototype) wrapMembers(`${key}.`, descriptor.value.prototype);
    else holder[key] = wrap(`${prefix}${key}`, descriptor.value);
  }
}

function watch(exports) {
  if (wrapped.has(exports)) return wrapped.get(exports);
  if (typeof exports !== 'function') wrapMembers('', exports);
  else if (exports.prototype && /^[A-Z]/.test(exports.name)) wrapMembers(`${exports.name}.`, exports.prototype);
  else wrapMembers('', exports);
  const result = typeof exports === 'function' && !/^[A-Z]/.test(exports.name) ? wrap('', exports) : exports;
  wrapped.set(exports, result);
  return result;
}

const load = Module._load;
Module._load = function observed(request, parent, isMain) {
  const exports = Reflect.apply(load, this, [request, parent, isMain]);
  if (exports === null || (typeof exports !== 'object' && typeof exports !== 'function')) return exports;
  if (Module.isBuiltin(request)) return exports;
  let file;
  try {
    file = request === name ? main : Module._resolveFilename(request, parent, isMain);
  } catch {
    return exports;
  }
  return file === main ? watch(exports) : exports; // the package's own tests require it by a path
};

process.on('exit', () => {
  if (seen.size === 0) return;
  fs.writeFileSync(path.join(out, `${process.pid}-${Date.now()}.json`), JSON.stringify(Object.fromEntries(seen)));
});
