'use strict';
// Async context: the naming context that travels with operations, and the context that a delayed call comes back to.

const hooks = require('../builtin.js')('node:async_hooks');

// What a program puts in its place is not asked.
const { executionAsyncResource } = hooks;

// Made when first needed: in mode never, without a trace, a program must not pay for it.
let storage;
let frameAccess;
let runInContext;

/** The context that a value of the storage stands for: itself, or what a frame of ours (frames.js) has. */
const contextOf = (store) => (typeof store === 'object' ? store.context : store);

const context = () => contextOf(storage?.getStore());

// slot[0]: the context of the callback that runs now, where it is known without asking; else 0. A context is a number
// (src/hooks/contexts.h). Read and written natively too.
const slot = new Float64Array(1);

// Calls a function inside a naming context: what it starts, at once or later, is named after that.
function enter(store, fn, self, args) {
  const before = slot[0];
  slot[0] = store;
  try {
    runInContext ??= bestRun();
    return runInContext(store, fn, self, args);
  } finally {
    slot[0] = before;
  }
}

// Entered natively, where a function of the program runs inside: no frame of ours is on the stack then.
function contextStorage() {
  storage ??= new (hooks.AsyncLocalStorage)();
  return storage;
}

/** `access`: the binding's asyncFrameAccess. */
function useFrames(access) {
  frameAccess = access;
}

const runInStorage = (store, fn, self, args) => storage.run(store, Reflect.apply, fn, self, args);

// How a function runs in a naming context here.
function bestRun() {
  contextStorage();
  const access = frameAccess();
  return (access && require('./frames.js').runInFrames(storage, access)) ??
    require('./resources.js').runInResources(storage, executionAsyncResource) ?? runInStorage;
}

const infos = new WeakMap();
const info = (object) => infos.get(object);
const setInfo = (object, about) => infos.set(object, about);

function park(fn, self, args, store) {
  if (store !== undefined) return contextStorage().run(store, park, fn, self, args);
  return { resource: new (hooks.AsyncResource)('NACD', { requireManualDestroy: true }), fn, self, args };
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
  apply: Reflect.apply, construct: Reflect.construct, context, contextOf, storage: contextStorage, useFrames, enter,
  slot, info, setInfo, park, run,
};
