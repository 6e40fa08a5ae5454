'use strict';
// Hooks the packages that model/stores describes, when the program loads the file that has the function: so each copy
// and version in the tree is hooked, however it is loaded.

const { readFileSync, readdirSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { isModuleNamespaceObject: isNamespaceObject, isProxy } = require('node:util/types');
const { around } = require('../binding.js');
const builtin = require('../builtin.js');
const { copiesIn } = require('./copies.js');
const { replace } = require('../glue/properties.js');
const frameworks = require('./frameworks.js');
const grpc = require('./grpc.js');
const { areHeard, watchImports } = require('./imports.js');
const { begin: _, ...operations } = require('./operations.js');
const { nameOf } = require('./package-names.js');
const { prepares } = require('./prepared.js');
const { clears, timer } = require('./timers.js');
const { transaction } = require('./transactions.js');

// The driver has what takes the function's place.
const replaced = (spec, original, driver) => driver.replaced[spec.as](original, spec);

const kinds = {
  ...operations, timer, clears, ...frameworks, ...grpc, prepares, queue: replaced, replaced, transaction,
};

const FOLDER = path.join(path.dirname(path.dirname(path.dirname(__dirname))), 'model', 'stores');

const known = new WeakMap(); // original -> wrapper: a module may export a function under several names
const wrappers = new WeakSet();

const read = (file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));

// Returns a map of files, such as that of the client in pg, to their functions.
function filesOf(models) {
  const files = new Map();
  for (const { files: own, ...model } of models) {
    for (const [file, functions] of Object.entries(own ?? {})) {
      const name = `${model.package}/${file}`;
      const about = { package: model.package, dialect: model.dialect };
      files.set(name, [...(files.get(name) ?? []), ...functions.map((one) => ({ ...one, ...about }))]);
    }
  }
  return files;
}

function follow(holder, names) {
  for (const name of names) holder = holder?.[name];
  return holder;
}

function looksLike(wrapper, original) {
  for (const key of Reflect.ownKeys(original)) {
    Reflect.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(original, key));
  }
  return wrapper;
}

function wrapperFor(spec, original) {
  const driver = spec.driver && require(`./drivers/${spec.driver}.js`);
  const wrapper = kinds[spec.kind](spec, original, driver);
  return isProxy(wrapper) ? wrapper : looksLike(wrapper, original);
}

// The class that another one extends: super() asks for it at each call, so it can be replaced although no module gives
// its own class away. Every function inherits from Function.prototype.
const PARENT = '__proto__';
const has = (holder, name, value) => (name === PARENT ? value !== Function.prototype : Object.hasOwn(holder, name));

function put(holder, name, value, assign) {
  if (name === PARENT) Object.setPrototypeOf(holder, value);
  else if (isNamespaceObject(holder)) assign[name]?.(value);
  else {
    const { enumerable = false } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
    Object.defineProperty(holder, name, { configurable: true, writable: true, enumerable, value });
  }
}

// Bundlers export by accessors that cannot be changed. A copy of the exports has them as such that can.
function changeable(module, holder, name) {
  if (holder !== module.exports || isNamespaceObject(holder)) return holder;
  if (Object.getOwnPropertyDescriptor(holder, name)?.configurable !== false) return holder;
  const own = Object.entries(Object.getOwnPropertyDescriptors(holder));
  const copied = own.map(([key, descriptor]) => [key, { ...descriptor, configurable: true }]);
  module.exports = Object.create(Object.getPrototypeOf(holder), Object.fromEntries(copied));
  return module.exports;
}

/**
 * Hooks one function of model/stores in what a module exports. An empty name is what it exports itself. `assign`: for
 * an ES module, functions by name that replace what it exports.
 */
function hookFunction(spec, module, assign = {}) {
  const names = ['exports', ...spec.function.split('.').filter(Boolean)];
  const last = names.pop();
  const holder = follow(module, names);
  const original = holder?.[last];
  // Of a class that inherits it: where it is defined.
  if (typeof original !== 'function' || !has(holder, last, original) || wrappers.has(original)) return;
  const wrapper = known.get(original) ?? wrapperFor(spec, original);
  known.set(original, wrapper);
  wrappers.add(wrapper);
  put(changeable(module, holder, last), last, wrapper, assign);
}

let files; // name of a file -> functions of model/stores

/** Hooks the functions that model/stores has for the file `name` in what that would export. */
function hookAs(name, exports, { version, folder }) {
  for (const one of files.get(name) ?? []) hookFunction({ ...one, version, folder }, { exports });
}

function versionOf(filename, name) {
  const folder = filename.slice(0, filename.length - name.length) + name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

const isModel = (file) => file.endsWith('.json') && !file.endsWith('.schema.json');

// Returns the functions of built-in modules, by the modules' names.
function builtinsOf(models) {
  const own = models.filter(({ builtin }) => builtin !== undefined);
  return new Map(own.map(({ builtin, dialect, functions }) => (
    [builtin, functions.map((one) => ({ ...one, package: builtin, dialect }))])));
}

// Of a test runner with a loader of its own: its function runs the module that is its first argument. With `property`
// it is a class, and the path leads from what it makes to that function.
function loads({ property }, original, listener) {
  if (property !== undefined) {
    const names = property.split('.');
    const name = names.pop();
    return new Proxy(original, {
      construct(...args) {
        const made = Reflect.construct(...args);
        const holder = follow(made, names);
        if (typeof holder?.[name] === 'function') holder[name] = loads({}, holder[name], listener);
        return made;
      },
    });
  }
  return function load(module, ...more) {
    const result = Reflect.apply(original, this, [module, ...more]);
    listener(module);
    return result;
  };
}

/**
 * Hooks packages from now on. Returns {watchBuiltin(name, exports), which hooks a built-in module, imported(name,
 * exports, assign), which ES modules call (imports.js), hearImports(listener), which returns whether listener(name) is
 * called before an ES module gets a built-in module}.
 */
function watchPackages() {
  const models = readdirSync(FOLDER).filter(isModel).map(read);
  files = filesOf(models);
  const builtins = builtinsOf(models);
  kinds.loads = (spec, original) => loads(spec, original, (module) => loaded(module?.filename, module));
  const copyOf = copiesIn(models);
  const loaded = (filename, module, assign) => {
    if (typeof filename !== 'string') return;
    const own = nameOf(filename);
    const functions = files.get(own ?? copyOf(filename));
    if (!functions) return;
    const about = { version: own && versionOf(filename, own), folder: path.dirname(filename) };
    for (const one of functions) hookFunction({ ...one, ...about }, module, assign);
  };
  const watchBuiltin = (name, exports) => {
    for (const one of builtins.get(name.replace('node:', '')) ?? []) hookFunction(one, { exports });
  };
  let hear;
  // To load this one makes Node print a warning, so nobody else does it.
  const compiled = watchImports(files, (name) => {
    if (name === 'sqlite') watchBuiltin(name, builtin(`node:${name}`));
    hear?.(name);
  });
  replace(Module.prototype, '_compile', (compile) =>
    around(compile, compiled, (_, __, filename) => loaded(filename, Module._cache[filename])));
  return {
    watchBuiltin,
    imported: (filename, exports, assign) => loaded(filename, { exports }, assign),
    hearImports(listener) {
      hear = listener;
      return areHeard;
    },
  };
}

module.exports = { hookAs, hookFunction, watchPackages };
