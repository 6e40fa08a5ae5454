'use strict';
// Finds, replaces and copies properties, so that a hooked function looks as it did.

const builtin = require('../builtin.js');

// As it was when this file was loaded: a program's own may do something else.
const bind = Function.prototype.call.bind(Function.prototype.bind);

const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

const wrapperOf = new WeakMap(); // original -> wrapper: two names of one function stay one function
const wrappers = new WeakSet();
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
  if (typeof original !== 'function' || wrappers.has(original)) return undefined;
  if (found.own && !found.descriptor.configurable && !found.descriptor.writable) return undefined;
  if (!found.own) return inherited(found.target, at.name, original);
  const known = wrapperOf.get(original);
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

const originals = new WeakMap(); // proxy -> what it stands for

const INSPECTOR = {
  [Symbol.for('nodejs.util.inspect.custom')]: {
    value() {
      return originals.get(this) ?? this;
    },
  },
};

// util.inspect says "Proxy(...)" from Node 26 on, unless the target of the proxy has an inspector. It inherits one from
// an object between itself and its visible prototype.
function hideProxy(target) {
  const seen = Object.getPrototypeOf(target);
  const between = Object.create(seen, INSPECTOR);
  Object.setPrototypeOf(target, between);
  return () => {
    const current = Object.getPrototypeOf(target);
    // A proxy must not lie about a frozen object.
    return current === between && Object.isExtensible(target) ? seen : current;
  };
}

// A proxy has a [[Construct]] where its target has one. Asked through it the target is not touched: its `prototype` and
// what V8 needs to make instances would cost ten times as much.
const CONSTRUCTED = { construct: () => CONSTRUCTED };

function isConstructor(fn) {
  try {
    Reflect.construct(new Proxy(fn, CONSTRUCTED), []);
    return true;
  } catch {
    return false;
  }
}

// A function that does nothing, with the own properties that a function of the kind of `original` can't be without.
function alike(original) {
  const hasPrototype = Object.hasOwn(original, 'prototype');
  if (isConstructor(original)) return hasPrototype ? function () {} : bind(function () {});
  return hasPrototype ? function* () {} : { method() {} }.method;
}

// A start copies those of hundreds of functions: no iterator, which would be garbage for each key.
function copyProperties(to, original) {
  const keys = Reflect.ownKeys(original);
  for (let i = 0; i < keys.length; i++) copyProperty(to, original, keys[i]);
  Object.setPrototypeOf(to, Object.getPrototypeOf(original));
}

function copyProperty(to, original, key) {
  const descriptor = Object.getOwnPropertyDescriptor(original, key);
  if (!descriptor) return; // of a proxy
  // Not for ever: setPromisified() replaces it.
  if (key === PROMISIFY) descriptor.configurable = true;
  Reflect.defineProperty(to, key, descriptor); // unless it is a property of functions that can't be changed
}

function remember(wrapper, original) {
  wrappers.add(wrapper);
  if (!wrapperOf.has(original)) wrapperOf.set(original, wrapper);
}

/** Makes `wrapper` look like `original`: name, length, own properties, prototype. Returns it. */
function mirror(wrapper, original) {
  copyProperties(wrapper, original);
  remember(wrapper, original);
  return wrapper;
}

/**
 * Returns what looks like `original` and calls trap(_, this, arguments), or trap(_, arguments, new target). A proxy,
 * since functions made through Node-API have properties of their own that can't be deleted (arguments, caller).
 * `direct`: a function that does not look at its `this`, nor can be constructed. Bound, it is not seen to be a proxy.
 */
function disguise(original, trap, direct) {
  const target = alike(original);
  if (direct) return mirror(bind(new Proxy(target, { apply: trap })), original);
  copyProperties(target, original);
  const wrapper = new Proxy(target, { apply: trap, construct: trap, getPrototypeOf: hideProxy(target) });
  originals.set(wrapper, original);
  remember(wrapper, original);
  return wrapper;
}

/**
 * The same for a function that does not look at its `this`: a bound function has no properties but those given to it,
 * and costs less than a proxy. It can be called with `new`; undefined where `original` can't.
 */
function disguiseDirectly(original, native) {
  return isConstructor(original) ? mirror(bind(native), original) : undefined;
}

const asleep = []; // handlers of proxies, by number

// util.inspect may show that a function is a proxy (see hideProxy), and so that it sleeps. Asking it costs more than
// hooking all of fs.
const SHOWS_PROXIES = Number.parseInt(process.versions.node, 10) >= 25;

/**
 * Returns what looks like `original` and is called as `original` itself, until wake(). A proxy without traps costs a
 * third of one with a native trap, and leaves no frame on the stack. `direct`: see disguiseDirectly(). Undefined where
 * it would not look the same.
 */
function disguiseAsleep(original, direct) {
  // The function that promisify takes is replaced on the wrapper, which a proxy can't do if the original's is there for
  // good.
  if (!direct && (Object.hasOwn(original, PROMISIFY) || SHOWS_PROXIES)) return undefined;
  const handler = { __proto__: null };
  const proxy = new Proxy(original, handler);
  const wrapper = direct ? bind(proxy) : proxy;
  if (direct) copyProperties(wrapper, original);
  remember(wrapper, original);
  asleep.push(handler); // last: the native side counts those that it is given
  return wrapper;
}

/** Has each function that was disguised asleep call the trap trapOf(number) from now on. */
function wake(trapOf) {
  for (const [number, handler] of asleep.entries()) handler.apply = handler.construct = trapOf(number);
  asleep.length = 0;
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
  wrapperOf.delete(original);
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
  return wrappers.has(custom) ? undefined : custom;
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

module.exports = {
  lookup, define, disguise, disguiseDirectly, disguiseAsleep, wake, replace, standIn, ownMethod, defineOwn,
  firstTime, promisified, setPromisified, ownHolder, watchProperty, exported,
};
