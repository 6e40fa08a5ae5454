'use strict';
// What only JavaScript can do for the native hooks: closures, the stack, async context, property descriptors. The
// native side decides, queues, names and traces; each function here is called by it (src/hooks/environment.h).

const calls = require('./glue/calls.js');
const context = require('./glue/context.js');
const properties = require('./glue/properties.js');
const streams = require('./glue/streams.js');

// What most programs need nothing of: loading a module costs a quarter of a millisecond.
const TIMERS = [
  [() => require('./glue/late-timers.js'), ['timerCallback', 'timerResult', 'clearedTimer']],
  [() => require('./glue/timers.js'), ['limit', 'timer', 'rememberTimer', 'forgetTimer', 'timersGoOn', 'liveWait']],
];
const ON_DEMAND = [
  ...TIMERS,
  [() => require('./glue/arguments.js'), ['canPostpone']],
  [() => require('./glue/callers.js'), ['callers']],
  [() => require('./glue/details.js'), ['details']],
  [() => require('./glue/messages.js'), ['lateMessage']],
];

function onDemand(load, name) {
  let known;
  return (...given) => {
    known ??= load()[name];
    return known(...given);
  };
}

/** Makes the functions that the native side calls. `options`: what lib/install.js gives it. */
function makeGlue(options) {
  // Timers are taken before the program can put others in their place.
  if (options.timers || options.watchesTimers) for (const [load] of TIMERS) load();
  const late = ON_DEMAND.flatMap(([load, names]) => names.map((name) => [name, onDemand(load, name)]));
  return { ...calls, ...context, ...properties, ...streams(options), ...Object.fromEntries(late) };
}

module.exports = { makeGlue };
