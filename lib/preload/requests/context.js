'use strict';
// Says which request the running code belongs to: by async context, and by objects where that gets lost.

const { isUndone, storage } = require('./carried.js');

const { apply } = Reflect;

// The values of the storage: `request` is a request as servers.js makes it, or undefined. `site` is the call site of
// the function of a store that is on its way (entries in model/stores). `quiet`: nothing is recorded. `own`: a context
// that takes this one's place in the code that asks first (messages.js), else undefined or absent.

// The context of the running code in the place of the storage's, or undefined. To enter a context costs two copies of
// a map with newer versions of Node. A function that hands all that it starts to functions of the kind bind
// (model/stores) needs none: its context, one with `binds`, counts until it returns. `outer` is the one in which it was
// called, which the functions that it hands on enter.
let brief;

/** The context of code that no request started. */
const OUTSIDE = { request: undefined, site: undefined, quiet: false };
const QUIET = { ...OUTSIDE, quiet: true };

/** The context of requests that are not recorded, since their route gets very many (hot-routes.js). */
const LEFT_OUT = { ...OUTSIDE, quiet: true };

/** Returns whether `context` belongs to such a request, or to a message that one has sent. */
const isLeftOut = (context) => context === LEFT_OUT || context?.isLeftOut === true;

function entered() {
  const context = storage.getStore();
  if (context?.own === undefined) return context;
  const { own } = context;
  context.own = undefined;
  storage.enterWith(own);
  return own;
}

/** Returns { request, site, quiet } of the running code, or undefined outside of all requests. */
const current = () => brief ?? entered();

/** Returns whether the running code, and all that it starts, belongs to `request`. */
const isOf = (request) => brief === undefined && entered()?.request === request;

/** Makes `context` the current one of the running function and of all that it goes on with. */
const enter = (context) => storage.enterWith(context);

function withBrief(context, fn, self, args) {
  const outer = brief;
  brief = context;
  try {
    return apply(fn, self, args);
  } finally {
    brief = outer;
  }
}

/** Calls fn(...args) with `context` as the current one, and returns its result. */
const within = (context, fn, self, args) => (brief === undefined
  ? storage.run(context, apply, fn, self, args)
  : withBrief(undefined, storage.run, storage, [context, apply, fn, self, args]));

/**
 * The same as within() where the running callback is one of Node's own that does nothing of the program's afterwards:
 * to leave a context costs more than to enter it.
 */
function withinLast(context, fn, self, args) {
  if (!isUndone || brief !== undefined) return within(context, fn, self, args);
  storage.enterWith(context);
  return apply(fn, self, args);
}

/** The same until fn() returns: nothing that it starts goes on with this context. */
const during = (context = OUTSIDE, fn, self, args) => withBrief(context, fn, self, args);

/** Returns whether the running code, and all that it starts, is in `context`. */
const isIn = (context) => brief === undefined && entered() === context;

function boundBriefly(fn, context) {
  const { outer } = context;
  return function callback() {
    return isIn(outer)
      ? during(context, fn, this, arguments)
      : within(outer, during, undefined, [context, fn, this, arguments]);
  };
}

/** Returns a function that calls `fn` in `context`, which may be undefined. */
function bound(fn, context) {
  if (context?.binds) return boundBriefly(fn, context);
  return function callback() {
    return isIn(context) ? apply(fn, this, arguments) : within(context, fn, this, arguments);
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

/** Calls fn() so that nothing in it is recorded. Returns its result. */
const quietly = (fn) => within(QUIET, fn, undefined, []);

module.exports = {
  LEFT_OUT, OUTSIDE, current, during, enter, isIn, isLeftOut, isOf, quietly, within, withinLast, bound, boundArguments,
};
