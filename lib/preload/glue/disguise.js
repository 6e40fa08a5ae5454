'use strict';
// Makes functions that look as an original does, and knows which functions were made so.

// As it was when this file was loaded: a program's own may do something else.
const bind = Function.prototype.call.bind(Function.prototype.bind);

const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

const wrapperOf = new WeakMap(); // original -> wrapper: two names of one function stay one function
const wrappers = new WeakSet();

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

/** Returns whether `fn` stands for another function. */
const isWrapper = (fn) => wrappers.has(fn);
/** Returns the function that was first made to look like `original`, if any. */
const wrapperFor = (original) => wrapperOf.get(original);
/** Has wrapperFor(original) know none: what was made is no hook. */
const forgetWrapper = (original) => void wrapperOf.delete(original);

module.exports = {
  PROMISIFY, isWrapper, wrapperFor, forgetWrapper, mirror, disguise, disguiseDirectly, disguiseAsleep, wake,
};
