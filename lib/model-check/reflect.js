'use strict';
// Lists what the running Node has: every built-in module, class and global, with its functions and a sign for each that
// looks asynchronous. As a program it prints that as JSON, so that `nacd model check` can read any binary.
const { builtinModules } = require('node:module');
const { types } = require('node:util');
const vm = require('node:vm');

const { emissions } = require('./emissions.js');

const CALLBACK = /^(?:async\s+)?(?:function\s*)?[^(]*\((?:[^()]|\([^()]*\))*\b(?:callback|cb|listener)\b/;
// In older versions builtinModules does not list modules that need the prefix "node:".
const PREFIXED = ['node:sqlite', 'node:test', 'node:test/reporters', 'node:sea'];
// Globals of the language do no asynchronous work, except the compilers of WebAssembly.
const LANGUAGE = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'));
LANGUAGE.add('global').delete('WebAssembly');

const plainName = (name) => (name.startsWith('node:') ? name.slice(5) : name);

function publicModules() {
  const hidden = (name) => /^(?:_|internal|sys$|punycode$|v8\/|node-inspect)/.test(name); // old names, and internals
  const names = new Set([...builtinModules.filter((name) => !hidden(name)), ...PREFIXED]);
  // Promise modules come first, since fs.promises is named after require('fs/promises'). events, stream and net come
  // before modules that export their classes again.
  const rank = (name) => (name.includes('/') ? 0 : ['events', 'stream', 'net'].indexOf(name) + 1 || 4);
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function load(name) {
  try {
    return require(name.startsWith('node:') ? name : `node:${name}`);
  } catch {
    return undefined; // behind a flag
  }
}

const isClass = (name, value) => typeof value === 'function' && /^[A-Z]/.test(name) && value.prototype !== null &&
  typeof value.prototype === 'object';
const isPart = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !types.isProxy(value);

function valueOf(object, key, ask) {
  const descriptor = Object.getOwnPropertyDescriptor(object, key);
  if (!descriptor) return undefined;
  if ('value' in descriptor) return descriptor.value;
  // A getter of a module loads a part of it and has a value. A getter of a prototype has none without an instance.
  try {
    return ask ? object[key] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why `fn` looks asynchronous, or undefined. */
function signOf(fn, name, owner) {
  if (types.isAsyncFunction(fn)) return 'an async function';
  if (typeof valueOf(owner, `${name}Sync`) === 'function') return `has a twin ${name}Sync`;
  if (CALLBACK.test(Function.prototype.toString.call(fn))) return 'takes a callback';
  return undefined;
}

const WELL_KNOWN = new Map(Object.getOwnPropertyNames(Symbol).filter((name) => typeof Symbol[name] === 'symbol')
  .map((name) => [Symbol[name], `Symbol.${name}`]));

function keysOf(object) {
  const name = (key) => (typeof key === 'string' ? key : WELL_KNOWN.get(key));
  return Reflect.ownKeys(object).filter((key) => name(key) && name(key) !== 'constructor').map((key) => [name(key), key]);
}

class Reflection {
  #names = new Map(); // object -> the first name under which it was found
  #functions = new Set();
  classes = {};

  /** Adds the holder `object` under `name`, with its own members and their signs. */
  add(name, object, { kind, ask = false, skip = () => false }) {
    if (this.#names.has(object)) return;
    this.#names.set(object, name);
    const members = {};
    this.classes[name] = { kind, members };
    for (const [text, key] of keysOf(object)) {
      if (skip(text)) continue;
      const value = valueOf(object, key, ask);
      members[text] = this.#member(name, object, text, value, kind);
    }
    if (kind === 'class') this.#linkBase(name, object);
  }

  #member(name, object, key, value, kind) {
    if (isClass(key, value)) return this.#addClass(name, key, value, kind);
    if (typeof value === 'function') return this.#addFunction(name, object, key, value, kind);
    if (isPart(value) && kind === 'module') return this.#addPart(name, key, value);
    return { is: typeof value };
  }

  #addClass(name, key, value, kind) {
    if (kind === 'class' || this.#names.has(value.prototype)) return { is: 'class', of: this.#names.get(value.prototype) };
    this.add(`${name}.${key}`, value.prototype, { kind: 'class' });
    for (const [text] of keysOf(value)) {
      const fn = valueOf(value, text, false);
      if (typeof fn !== 'function' || isClass(text, fn) || Object.hasOwn(Function.prototype, text)) continue;
      this.classes[name].members[`${key}.${text}`] = { is: 'function', sign: signOf(fn, text, value) };
    }
    return { is: 'class', of: `${name}.${key}` };
  }

  // Gives a sign only to the first of several names of a function.
  #addFunction(name, object, key, value, kind) {
    if (kind === 'class' || !this.#functions.has(value)) {
      this.#functions.add(value);
      this.#addHanging(name, key, value, kind);
      return { is: 'function', sign: key.endsWith('Sync') || key.startsWith('_') ? undefined : signOf(value, key, object) };
    }
    return { is: 'function', again: true };
  }

  // Adds functions on functions, such as fs.realpath.native.
  #addHanging(name, key, value, kind) {
    if (kind !== 'module') return;
    for (const [text] of keysOf(value)) {
      const fn = valueOf(value, text, false);
      if (typeof fn === 'function' && !this.#functions.has(fn) && !isClass(text, fn) && text !== 'prototype') {
        this.#functions.add(fn);
        this.classes[name].members[`${key}.${text}`] = { is: 'function', sign: signOf(fn, text, value) };
      }
    }
  }

  #addPart(name, key, value) {
    if (this.#names.has(value)) return { is: 'object', of: this.#names.get(value) };
    const prototype = Object.getPrototypeOf(value);
    const own = prototype === null || prototype === Object.prototype;
    this.add(`${name}.${key}`, own ? value : prototype, { kind: own ? 'part' : 'class' });
    return { is: 'object', of: this.#names.get(own ? value : prototype) };
  }

  // Adds the members of unnamed classes between two named ones to the lower one.
  #linkBase(name, prototype) {
    const { members } = this.classes[name];
    const above = Object.getPrototypeOf;
    for (let base = above(prototype); base && base !== Object.prototype; base = above(base)) {
      const known = this.#names.get(base);
      if (known) {
        this.classes[name].base = known;
        return;
      }
      for (const [text, key] of keysOf(base)) {
        const value = valueOf(base, key, false);
        members[text] ??= typeof value === 'function' ? { is: 'function', sign: signOf(value, text, base) } : { is: typeof value };
      }
    }
  }
}

/** Writes all of `text`: one write to a pipe may take only a part of it. */
function writeAll(fd, text) {
  const { writeSync } = require('node:fs');
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function reflect() {
  const found = new Reflection();
  for (const name of publicModules()) {
    const exports = load(name);
    if (isPart(exports) || typeof exports === 'function') {
      found.add(plainName(name), exports, { kind: 'module', ask: true, skip: (key) => key === 'default' || key.startsWith('_') });
    }
  }
  const modules = new Set(publicModules());
  found.add('globals', globalThis, { kind: 'module', ask: true, skip: (key) => LANGUAGE.has(key) || modules.has(key) });
  return { version: process.versions.node, classes: found.classes, emissions: emissions() };
}

if (require.main === module) {
  process.removeAllListeners('warning').on('warning', () => {});
  writeAll(1, JSON.stringify(reflect()));
}

module.exports = { reflect, Reflection, writeAll };
