'use strict';
// What only JavaScript can do for the native hooks: closures, the stack, async context, property descriptors. The
// native side decides, queues, names and traces; each function here is called by it (src/hooks/environment.h).

const calls = require('./glue/calls.js');
const context = require('./glue/context.js');
const properties = require('./glue/properties.js');
const streams = require('./glue/streams.js');

// What most programs need nothing of: loading a module costs a quarter of a millisecond.
const ON_DEMAND = [
  [() => require('./glue/arguments.js'), ['canPostpone']],
  [() => require('./glue/callers.js'), ['callers']],
  [() => require('./glue/details.js'), ['details']],
  [() => require('./glue/messages.js'), ['lateMessage']],
  [() => require('./glue/late-timers.js'), ['timerCallback', 'timerResult', 'clearedTimer']],
  [() => require('./glue/timers.js'), ['limit', 'timer', 'rememberTimer', 'forgetTimer', 'timersGoOn', 'liveWait']],
];

// Timers are taken before the program can put others in their place.
const areTimersWatched = ({ timers, traceFile, extendsLimits, gates }) =>
  timers || traceFile !== undefined || extendsLimits || gates === 'on';

function onDemand(load, name) {
  let known;
  return (...given) => {
    known ??= load()[name];
    return known(...given);
  };
}

/** Makes the functions that the native side calls. `options`: what lib/read-options.js gives. */
function makeGlue(options) {
  if (areTimersWatched(options)) ON_DEMAND.slice(-2).forEach(([load]) => load());
  const late = ON_DEMAND.flatMap(([load, names]) => names.map((name) => [name, onDemand(load, name)]));
  return { ...calls, ...context, ...properties, ...streams(options), ...Object.fromEntries(late) };
}

module.exports = { makeGlue };
