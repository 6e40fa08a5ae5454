'use strict';
// Calls that the native side holds: each keeps the async context in which it was made.

const hooks = require('../builtin.js')('node:async_hooks');
const { storage } = require('./context.js');

function park(fn, self, args, context) {
  if (context !== undefined) return storage().run(context, park, fn, self, args);
  return { resource: new (hooks.AsyncResource)('NACD', { requireManualDestroy: true }), fn, self, args };
}

module.exports = function parked({ fatal }) {
  // Uncaught inside the scope, as an exception of a native callback is: domains and async context are still there.
  function make({ fn, self, args }) {
    try {
      Reflect.apply(fn, self, args);
    } catch (error) {
      fatal(error);
    }
  }

  function run(call) {
    try {
      call.resource.runInAsyncScope(make, undefined, call);
    } finally {
      call.resource.emitDestroy();
    }
  }

  return { park, run };
};
