'use strict';
// Async context: the naming context that travels with operations, and the context that a delayed call comes back to.

const builtin = require('../builtin.js');

// Loaded and made when first needed: in mode never, without a trace, a program must not pay for it.
let hooks;
let storage;

function asyncHooks() {
  hooks ??= builtin('node:async_hooks');
  return hooks;
}

const context = () => storage?.getStore();

// Entered natively, where a function of the program runs inside: no frame of ours is on the stack then.
function contextStorage() {
  storage ??= new (asyncHooks().AsyncLocalStorage)();
  return storage;
}

const known = new WeakMap();
const info = (object) => known.get(object);
const setInfo = (object, about) => known.set(object, about);

function park(fn, self, args, store) {
  if (store !== undefined) return contextStorage().run(store, park, fn, self, args);
  return { resource: new (asyncHooks().AsyncResource)('NACD', { requireManualDestroy: true }), fn, self, args };
}

function run(call, fatal) {
  try {
    call.resource.runInAsyncScope(make, undefined, call, fatal);
  } finally {
    call.resource.emitDestroy();
  }
}

// Uncaught inside the scope, as an exception of a native callback is: domains and async context are still there.
function make({ fn, self, args }, fatal) {
  try {
    Reflect.apply(fn, self, args);
  } catch (error) {
    fatal(error);
  }
}

module.exports = {
  apply: Reflect.apply, construct: Reflect.construct, context, storage: contextStorage, info, setInfo, park, run,
};
