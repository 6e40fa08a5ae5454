'use strict';
// Carries a value along with asynchronous work: {run(value, call, fn, self, args), enterWith(value), getStore()}.
// run() returns call(fn, self, args), such as that of Reflect.apply.
//
// Newer versions of Node do that by frames of V8: AsyncLocalStorage costs little with them. Older ones tell hooks each
// resource that is made, such as a promise, and AsyncLocalStorage looks at the current resource anew for each of them:
// two properties by a symbol, of objects of all kinds, are a hundred instructions and more each. Most callbacks make
// several resources, so the value of the current one is kept here by its number.

const asyncHooks = require('node:async_hooks');

const { AsyncLocalStorage, AsyncResource, executionAsyncId, executionAsyncResource } = asyncHooks;
const { prototype } = AsyncLocalStorage;

const carried = Symbol('nacd.carried'); // a property of resources

// Resources may share the number 0, that of work which no resource stands for.
const OF_NONE = 0;

function hasFrames() {
  const resource = new AsyncResource('nacd');
  const probe = new AsyncLocalStorage();
  resource.runInAsyncScope(() => probe.enterWith(true));
  const isUndone = resource.runInAsyncScope(() => probe.getStore()) === undefined;
  probe.disable(); // each storage that is in use costs
  return isUndone;
}

/**
 * True if a callback of Node's ends with the value that was there before, whatever it entered: with frames it does.
 * Without, the value stays with the resource, which may be that of other requests, too.
 */
const isUndone = hasFrames();

// Programs replace methods of the prototype. These calls are on the path of each request.
const byFrames = () => Object.assign(new AsyncLocalStorage(), {
  run: prototype.run, getStore: prototype.getStore, enterWith: prototype.enterWith,
});

let latestId = OF_NONE;
let latest; // the value of the resource of that number

function getStore() {
  const id = executionAsyncId();
  if (id !== latestId || id === OF_NONE) {
    latest = executionAsyncResource()[carried];
    latestId = id;
  }
  return latest;
}

function set(resource, id, value) {
  resource[carried] = value;
  latestId = id;
  latest = value;
}

// An exception here would end the program. A resource may be made anew: it has a value then.
function init(id, type, trigger, resource) {
  const value = getStore();
  if (value !== undefined || resource[carried] !== undefined) resource[carried] = value;
}

function enterWith(value) {
  set(executionAsyncResource(), executionAsyncId(), value);
}

function run(value, call, fn, self, args) {
  const before = getStore();
  if (before === value) return call(fn, self, args);
  const resource = executionAsyncResource();
  const id = executionAsyncId();
  set(resource, id, value);
  try {
    return call(fn, self, args);
  } finally {
    set(resource, id, before);
  }
}

function byHooks() {
  asyncHooks.createHook({ init }).enable();
  return { run, enterWith, getStore };
}

module.exports = { isUndone, storage: isUndone ? byFrames() : byHooks() };
