'use strict';
// What of the running Node looks asynchronous, found by reflection over its modules, their classes and some globals:
// the ground of `nacd model check`. A guess, told with its sign; the model and its reasons are the judgement.
const { builtinModules } = require('node:module');
const { types } = require('node:util');

const DEEPEST = 3;
const CALLBACK = /^(?:async\s+)?(?:function\s*)?[^(]*\((?:[^()]|\([^()]*\))*\b(?:callback|cb|listener)\b/;
const GLOBALS = ['fetch', 'Blob', 'Response', 'Request', 'crypto', 'WebSocket', 'EventSource', 'ReadableStream', 'WritableStream'];

function publicModules() {
  const hidden = (name) => name.startsWith('_') || /^(?:internal|sys$|punycode$|v8\/|node-inspect)/.test(name);
  // Some exist with the prefix only, and builtinModules of older versions does not list them.
  const prefixed = ['node:sqlite', 'node:test', 'node:test/reporters', 'node:sea'];
  return [...new Set([...builtinModules.filter((name) => !hidden(name)), ...prefixed])].sort();
}

function load(name) {
  try {
    return require(name.startsWith('node:') ? name : `node:${name}`);
  } catch {
    return undefined; // behind a flag
  }
}

function keysOf(object) {
  return Reflect.ownKeys(object).filter((key) => typeof key === 'string' && !key.startsWith('_') && key !== 'constructor');
}

// Getters are not asked: some load a part of Node, some warn.
function valueOf(object, key) {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  return descriptor && 'value' in descriptor ? descriptor.value : undefined;
}

/** Returns why `fn` looks asynchronous, or undefined. */
function signOf(fn, name, owner) {
  if (types.isAsyncFunction(fn)) return 'an async function';
  if (typeof valueOf(owner, `${name}Sync`) === 'function') return `has a twin ${name}Sync`;
  if (CALLBACK.test(Function.prototype.toString.call(fn))) return 'takes a callback';
  return undefined;
}

const isClass = (name, value) => typeof value === 'function' && /^[A-Z]/.test(name) && Boolean(value.prototype);
const isPart = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

class Inventory {
  #seen = new Set();
  entries = [];

  add(owner, object, depth = 0) {
    if (this.#seen.has(object) || depth > DEEPEST) return;
    this.#seen.add(object);
    for (const key of keysOf(object)) {
      const value = valueOf(object, key);
      if (isClass(key, value)) this.add(`${owner}.${key}`, value.prototype, depth + 1);
      else if (typeof value === 'function') this.#addFunction(owner, object, key, value);
      else if (isPart(value) && depth === 0) this.add(`${owner}.${key}`, value, DEEPEST);
    }
  }

  #addFunction(owner, object, key, value) {
    if (key.endsWith('Sync')) return;
    const sign = signOf(value, key, object);
    if (sign) this.entries.push({ owner, name: key, sign });
  }
}

/** Returns [{ owner: 'fs', name: 'access', sign: 'has a twin accessSync' }, ...], sorted. */
function inventory() {
  const found = new Inventory();
  // Promise modules first: fs.promises is require('fs/promises'), and its name is that.
  const names = publicModules().sort((a, b) => b.includes('/') - a.includes('/'));
  for (const name of names) {
    const exports = load(name);
    if (exports && (typeof exports === 'object' || typeof exports === 'function')) found.add(name, exports);
  }
  for (const name of GLOBALS) {
    const value = globalThis[name];
    if (isClass(name, value)) found.add(name, value.prototype);
    else if (isPart(value)) found.add(name, Object.getPrototypeOf(value));
  }
  return found.entries.sort((a, b) => `${a.owner}.${a.name}`.localeCompare(`${b.owner}.${b.name}`));
}

/** Returns the entries that `classes` (the content of model files) says nothing about. */
function unmodelled(entries, classes) {
  const known = new Set(classes.flatMap(({ moduleName, properties = [] }) =>
    properties.flatMap(({ name }) => [`${moduleName}.${name}`, name === 'emit' ? [] : `*.${name}`].flat())));
  const owners = new Set(classes.map(({ moduleName }) => moduleName));
  return entries.filter(({ owner, name }) => {
    if (known.has(`${owner}.${name}`)) return false;
    return !(owners.has(owner) && owner.includes('.') && known.has(`*.${name}`)); // inherited from another class
  });
}

module.exports = { inventory, unmodelled };
