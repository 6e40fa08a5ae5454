'use strict';
// AsyncLocalStorage.run() without what is dear in it, where Node keeps async context in properties of resources: run()
// asks twice which resource is the current one, and puts what it is given into arrays.

const { apply } = Reflect;

/**
 * Returns a function (context, fn, self, args) that does what storage.run(context, Reflect.apply, fn, self, args) does.
 * Undefined where only that does. `current`: async_hooks' executionAsyncResource.
 */
function runInResources(storage, current) {
  const key = storage.kResourceStore;
  if (typeof key !== 'symbol') return undefined;
  // Entered once, a storage hands its values on to what is started.
  const isThere = storage.run(1, () => {
    const resource = current();
    if (resource[key] !== 1) return false;
    resource[key] = 2;
    return storage.getStore() === 2;
  });
  if (!isThere) return undefined;

  return function run(context, fn, self, args) {
    const resource = current();
    const before = resource[key];
    if (before === context) return apply(fn, self, args);
    resource[key] = context;
    try {
      return apply(fn, self, args);
    } finally {
      resource[key] = before;
    }
  };
}

module.exports = { runInResources };
