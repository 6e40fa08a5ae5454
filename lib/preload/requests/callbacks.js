'use strict';
// Functions of the program that a driver calls with the result of an operation. They go on in the context in which the
// operation was called.

const { bound, within } = require('./context.js');

const { apply } = Reflect;
const { nextTick } = process;

let answered; // the operation whose callback is running

function callBack(operation, callback, self, args) {
  const outer = answered;
  answered = operation;
  try {
    return apply(callback, self, args);
  } finally {
    answered = outer;
  }
}

// Gives the program its result: later if it is held.
function answer({ operation, context }, hold, callback, self, args) {
  if (hold === undefined) return callBack(operation, callback, self, args);
  const give = (given) => nextTick(() => { within(context, callBack, undefined, [operation, callback, self, given]); });
  hold.then(() => give(args), (error) => give([error]));
  return undefined;
}

/**
 * Returns the call site of the operation of `request` whose callback is running, or undefined. A package that asks for
 * a table's columns first makes the user's own statement in that callback, where no frame is the user's.
 */
const answeredSite = (request) => (answered?.request === request ? answered?.site : undefined);

// Takes the place of the functions that settle a promise: the last two arguments.
function takeSettlers(args, hook, begun) {
  const { operation, context } = begun;
  const [resolve, reject] = args.slice(-2);
  const settled = (settle, finish) => bound(function (value) {
    return answer(begun, finish(value), settle, this, arguments);
  }, context);
  return [
    ...args.slice(0, -2), settled(resolve, (result) => operation.finish(hook, undefined, result)),
    settled(reject, (error) => operation.finish(hook, error)),
  ];
}

const finishing = (callback, hook, begun) => function (error, result) {
  return answer(begun, begun.operation.finish(hook, error, result, this), callback, this, arguments);
};

const wrapped = (callback, hook, begun) => bound(finishing(callback, hook, begun), begun.context);

/**
 * Takes the callback's place in `args`. `begun`: as begin() returns it; `callbackOn`: the object whose property it is.
 * Returns the changed arguments, or undefined if there is none.
 */
function takeCallback(args, hook, begun, callbackOn) {
  if (hook.spec.settles && typeof args.at(-1) === 'function') return takeSettlers(args, hook, begun);
  if (typeof callbackOn?.callback === 'function') {
    callbackOn.callback = wrapped(callbackOn.callback, hook, begun);
    return args;
  }
  if (callbackOn) return undefined;
  for (let at = args.length - 1; at > 0; at--) {
    if (typeof args[at] !== 'function') continue;
    const finish = finishing(args[at], hook, begun);
    args[at] = begun.binds ? finish : bound(finish, begun.context); // what binds has bound what it calls
    return args;
  }
  const { callbackProperty: name = 'callback' } = hook.spec;
  const [first] = args;
  if (typeof first?.[name] !== 'function') return undefined;
  const isPlain = Object.getPrototypeOf(first)?.constructor?.name === 'Object'; // of any realm
  const changed = wrapped(first[name], hook, begun);
  if (isPlain) return [{ ...first, [name]: changed }, ...args.slice(1)];
  first[name] = changed;
  return args;
}

/** Watches a query object, which tells its end by events, in the context of the connection. */
function watchEvents(object, { operation, context }, hook) {
  const { emit } = object;
  if (typeof emit !== 'function') return;
  object.emit = bound(function (event, value) {
    if (event === 'end' || event === 'error') operation.finish(hook, event === 'error' ? value : undefined, value);
    return apply(emit, this, arguments);
  }, context);
}

module.exports = { answeredSite, takeCallback, watchEvents };
