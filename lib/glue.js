'use strict';
// What only JavaScript can do for the native hooks: closures, the stack, async context, property descriptors. The
// native side decides, queues, names and traces; each function here is called by it (src/hooks/environment.h).

const args = require('./glue/arguments.js');
const callers = require('./glue/callers.js');
const calls = require('./glue/calls.js');
const context = require('./glue/context.js');
const details = require('./glue/details.js');
const properties = require('./glue/properties.js');
const messages = require('./glue/messages.js');
const streams = require('./glue/streams.js');
const lateTimers = require('./glue/late-timers.js');
const timers = require('./glue/timers.js');

/** Makes the functions that the native side calls. `options`: what lib/read-options.js gives. */
function makeGlue(options) {
  const parts = [args, callers, calls, context, details, properties, messages, lateTimers, timers, streams(options)];
  return Object.assign({}, ...parts);
}

module.exports = { makeGlue };
