'use strict';
// Says which request the running code belongs to: by async context, and by objects where that gets lost.

const { AsyncLocalStorage } = require('node:async_hooks');

const storage = new AsyncLocalStorage();
// Programs replace methods of the prototype. These calls are on the path of each request.
storage.run = AsyncLocalStorage.prototype.run;
storage.getStore = AsyncLocalStorage.prototype.getStore;
storage.enterWith = AsyncLocalStorage.prototype.enterWith;
const { apply } = Reflect;

// The values of the storage: `request` is a request as servers.js makes it, or undefined. `site` is the call site of
// the function of a store that is on its way (entries in model/stores). `quiet`: nothing is recorded. `own`: a context
// that takes this one's place in the code that asks first (messages.js), else undefined or absent.

/** Returns { request, site, quiet } of the running code, or undefined outside of all requests. */
function current() {
  const context = storage.getStore();
  if (context?.own === undefined) return context;
  const { own } = context;
  context.own = undefined;
  storage.enterWith(own);
  return own;
}

/** Makes `context` the current one of the running function and of all that it goes on with. */
const enter = (context) => storage.enterWith(context);

/** Calls fn(...args) with `context` as the current one, and returns its result. */
const within = (context, fn, self, args) => storage.run(context, apply, fn, self, args);

/** Returns a function that calls `fn` in `context`, which may be undefined. */
function bound(fn, context) {
  return function callback() {
    return current() === context ? apply(fn, this, arguments) : within(context, fn, this, arguments);
  };
}

/** Returns `args` with functions that are called in `context`. */
function boundArguments(args, context) {
  let given = args;
  for (let at = 0; at < args.length; at++) {
    if (typeof args[at] !== 'function') continue;
    if (given === args) given = args.slice();
    given[at] = bound(args[at], context);
  }
  return given;
}

module.exports = { current, enter, within, bound, boundArguments };
