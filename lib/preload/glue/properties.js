'use strict';
// Finds and replaces the properties of modules and classes that are hooked.

const builtin = require('../builtin.js');
const { PROMISIFY, disguise, forgetWrapper, isWrapper, mirror, wrapperFor } = require('./disguise.js');

const hookedAs = new WeakMap();

const ASYNC_GENERATORS = Object.getPrototypeOf(async function* generator() {}).prototype;
const INTRINSIC = new Set([
  Object.prototype, Function.prototype, ASYNC_GENERATORS, Object.getPrototypeOf(ASYNC_GENERATORS),
]);

// Prototypes that classes of all programs share: if they were hooked, they would delay more than Node's.
function isGeneric(object) {
  if (INTRINSIC.has(object)) return true;
  const { constructor } = object;
  return typeof constructor === 'function' && constructor.prototype === object && GENERIC.has(constructor.name) &&
    genericConstructors(constructor.name).has(constructor);
}

// Not in the model: a prototype must be known as generic before any class of the model is resolved.
const GENERIC = new Set([
  'EventEmitter', 'Stream', 'Readable', 'Writable', 'Duplex', 'Transform', 'PassThrough', 'EventTarget', 'NodeEventTarget',
]);

function genericConstructors(name) {
  if (name.endsWith('EventTarget')) {
    return new Set([EventTarget, Object.getPrototypeOf(builtin('node:worker_threads').MessagePort)]);
  }
  const stream = builtin('node:stream');
  return new Set([builtin('node:events'), stream, stream.Readable, stream.Writable, stream.Duplex, stream.Transform,
    stream.PassThrough]);
}

// Returns a property and the object to define it on: the one that has it, unless that is a generic one.
function find(holder, name) {
  let below = holder;
  for (let object = holder; object; object = Object.getPrototypeOf(object)) {
    const generic = object !== holder && isGeneric(object);
    if (!generic) below = object;
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    if (descriptor) return { target: below, descriptor, own: !generic };
  }
  return undefined;
}

// One of Node's own symbols, by its description.
function symbolOf(holder, description) {
  for (let object = holder; object; object = Object.getPrototypeOf(object)) {
    const found = Object.getOwnPropertySymbols(object).find((symbol) => symbol.description === description);
    if (found) return found;
  }
  return undefined;
}

// "realpath.native": the last name, and the object that has it. "Symbol.asyncIterator": the symbol.
function follow(holder, path) {
  if (!path.includes('.') && !path.includes('(')) return { holder, name: path };
  if (path.startsWith('Symbol.')) return { holder, name: Symbol[path.slice('Symbol.'.length)] };
  if (path.startsWith('Symbol(')) return { holder, name: symbolOf(holder, path.slice('Symbol('.length, -1)) };
  const names = path.split('.');
  const last = names.pop();
  for (const name of names) holder = holder?.[name];
  return holder ? { holder, name: last } : undefined;
}

// Some functions Node loads when they are first asked for, such as fs.opendir of Node 20; then a property is left.
function findLoaded({ holder, name }) {
  const found = find(holder, name);
  if (!found?.own || !found.descriptor.get) return found;
  void holder[name];
  return find(holder, name);
}

// A function that is no constructor, as methods are.
const methodThatCalls = (current) => ({
  method(...args) {
    return Reflect.apply(current(), this, args);
  },
}).method;

// A function inherited from a prototype that is not hooked is looked up when called: domain and programs replace those
// of EventEmitter.
function inherited(holder, name, original) {
  const parent = Object.getPrototypeOf(holder);
  const method = methodThatCalls(() => parent[name]);
  for (const key of ['name', 'length']) {
    Object.defineProperty(method, key, Object.getOwnPropertyDescriptor(original, key));
  }
  return method;
}

/** `named`: a function that several classes share is hooked for each of them, since its name tells which it was. */
function lookup(holder, path, named) {
  const at = follow(holder, path);
  const found = at?.name && findLoaded(at);
  const original = found?.descriptor.value;
  if (typeof original !== 'function' || isWrapper(original)) return undefined;
  if (found.own && !found.descriptor.configurable && !found.descriptor.writable) return undefined;
  if (!found.own) return inherited(found.target, at.name, original);
  const known = wrapperFor(original);
  if (!known || named) return original;
  define(holder, path, known);
  return undefined;
}

// `using` and `await using` take no proxy for a function.
const DISPOSERS = new Set([Symbol.dispose, Symbol.asyncDispose].filter(Boolean));

function asDisposer(wrapper, original) {
  const method = methodThatCalls(() => wrapper);
  mirror(method, original);
  return method;
}

function define(holder, path, wrapper) {
  const at = follow(holder, path);
  const { target, descriptor, own } = find(at.holder, at.name);
  const value = DISPOSERS.has(at.name) ? asDisposer(wrapper, descriptor.value) : wrapper;
  // Most are simple properties: to define each anew costs more.
  if (own && descriptor.writable) target[at.name] = value;
  else Object.defineProperty(target, at.name, { ...descriptor, writable: !own, configurable: true, value });
}

/** Has `seen` called with each object that reads the inherited method, which is otherwise as it was. */
function watchMethod(holder, name, seen) {
  const { value, ...descriptor } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  if (typeof value !== 'function' || !descriptor.configurable) return;
  Object.defineProperty(holder, name, {
    configurable: true,
    enumerable: descriptor.enumerable,
    get() {
      if (this !== holder) seen(this);
      return value;
    },
    set(own) {
      Object.defineProperty(this, name, { ...descriptor, writable: true, value: own });
    },
  });
}

/** Replaces the method by one that looks like it and calls make(method). */
function replace(holder, name, make) {
  const original = holder[name];
  holder[name] = disguise(original, make(original));
}

/** The same for a function that is hooked later: its replacement meanwhile is no hook. */
function standIn(holder, name, make) {
  const original = holder[name];
  replace(holder, name, make);
  forgetWrapper(original);
}

const ownMethods = new WeakMap(); // instance -> what its own methods were

/** Returns a function that calls the method `name` which `this` itself had. */
const ownMethod = (name) =>
  function method(...args) {
    return Reflect.apply(ownMethods.get(this)[name], this, args);
  };

/** Puts `wrapper`, which wraps ownMethod(name), in the place of an instance's own method. */
function defineOwn(object, name, wrapper) {
  const descriptor = Object.getOwnPropertyDescriptor(object, name);
  const methods = ownMethods.get(object) ?? {};
  if (Object.hasOwn(methods, name) || typeof descriptor?.value !== 'function') return;
  ownMethods.set(object, methods);
  methods[name] = descriptor.value;
  // Such a method may be called without its object.
  const bound = (...args) => Reflect.apply(wrapper, object, args);
  mirror(bound, descriptor.value);
  Object.defineProperty(object, name, { ...descriptor, value: bound });
}

function firstTime(holder, asyncClass) {
  let classes = hookedAs.get(holder);
  if (!classes) hookedAs.set(holder, (classes = new Set()));
  return classes.size !== classes.add(asyncClass).size;
}

// A hooked function needs no further wrapper: setTimeout's getter returns the function that timers/promises has now.
function promisified(fn) {
  const custom = fn[PROMISIFY];
  return isWrapper(custom) ? undefined : custom;
}

function setPromisified(wrapper, original, custom) {
  const descriptor = Object.getOwnPropertyDescriptor(original, PROMISIFY);
  if (descriptor?.get) Object.defineProperty(wrapper, PROMISIFY, { ...descriptor, get: () => custom });
  else if (descriptor) Object.defineProperty(wrapper, PROMISIFY, { ...descriptor, value: custom });
}

function ownHolder(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || isGeneric(prototype) ? object : prototype;
}

// A getter is asked only when the program asks: many load a part of Node.
function watchAccessor(holder, name, descriptor, watch) {
  const { get } = descriptor;
  const { getter } = {
    getter() {
      const value = Reflect.apply(get, this, []);
      if (value) watch(value);
      return value;
    },
  };
  mirror(getter, get);
  Object.defineProperty(holder, name, { ...descriptor, get: getter });
}

function watchProperty(holder, name, watch) {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  if (descriptor?.get && descriptor.configurable) {
    watchAccessor(holder, name, descriptor, watch);
    return;
  }
  // A getter that can't be replaced (crypto.subtle) is asked at once; a prototype's has no answer.
  const asked = descriptor?.get && !Object.hasOwn(holder, 'constructor');
  const value = asked ? holder[name] : descriptor?.value;
  if (value) watch(value);
}

/**
 * Returns the value at `path` of a module's exports, without asking a getter: `watch` gets the value when one is asked.
 */
function exported(exports, path, watch) {
  const names = path.split('.');
  let value = exports;
  for (const [i, name] of names.entries()) {
    const descriptor = value && Object.getOwnPropertyDescriptor(value, name);
    if (descriptor?.get && i === names.length - 1) watchProperty(value, name, watch);
    value = descriptor?.value;
  }
  return value;
}

/** Has an iterator's `next` call `next`. */
function replaceNext(iterator, next) {
  Object.defineProperty(iterator, 'next', { value: next, writable: true, configurable: true, enumerable: false });
}

module.exports = {
  lookup, define, watchMethod, replace, replaceNext, standIn, ownMethod, defineOwn, firstTime, promisified,
  setPromisified, ownHolder, watchProperty, exported,
};
