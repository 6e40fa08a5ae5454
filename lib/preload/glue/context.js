'use strict';
// The naming context, which travels with operations as async context does.

const hooks = require('../builtin.js')('node:async_hooks');

// Made when first needed: in mode never, without a trace, a program must not pay for it.
let storage;

const context = () => storage?.getStore();

// slot[0]: the context of the callback that runs now, where it is known without asking; else 0. A context is a number
// (src/names/contexts.h). Read and written natively too.
const slot = new Float64Array(1);

// Calls a function inside a naming context: operations that it starts, at once or later, are named after that.
function enter(store, fn, self, args) {
  const before = slot[0];
  slot[0] = store;
  try {
    return contextStorage().run(store, Reflect.apply, fn, self, args);
  } finally {
    slot[0] = before;
  }
}

// Entered natively, where a function of the program runs inside: no frame of ours is on the stack then.
function contextStorage() {
  storage ??= new (hooks.AsyncLocalStorage)();
  return storage;
}

const infos = new WeakMap();
const info = (object) => infos.get(object);
const setInfo = (object, about) => infos.set(object, about);

module.exports = {
  apply: Reflect.apply, construct: Reflect.construct, context, storage: contextStorage, enter, slot, info, setInfo,
};
