'use strict';
// What only JavaScript can do for the native hooks: closures, the stack, async context, property descriptors. The
// native side decides, queues, names and traces; each function here is called by it (src/hooks/environment.h).

const calls = require('./calls.js');
const context = require('./context.js');
const properties = require('./properties.js');
const streams = require('./streams.js');

// What most programs need nothing of: loading a module costs a quarter of a millisecond.
const TIMERS = [
  [() => require('./late-timers.js'), ['timerCallback', 'timerResult', 'clearedTimer']],
  [() => require('./timers.js'), ['limit', 'timer', 'rememberTimer', 'forgetTimer', 'timersGoOn', 'liveWait']],
];
const ON_DEMAND = [
  ...TIMERS,
  [() => require('./arguments.js'), ['canPostpone']],
  [() => require('./callers.js'), ['callers']],
  [() => require('./details.js'), ['details']],
  [() => require('./messages.js'), ['lateMessage']],
];

function onDemand(load, name) {
  let known;
  return (...given) => {
    known ??= load()[name];
    return known(...given);
  };
}

/** Makes the functions that the native side calls. `options`: what lib/preload/install.js gives it. */
function makeGlue(options) {
  // Timers are taken before the program can put others in their place.
  if (options.timers || options.watchesTimers) for (const [load] of TIMERS) load();
  const late = ON_DEMAND.flatMap(([load, names]) => names.map((name) => [name, onDemand(load, name)]));
  return { ...calls, ...context, ...properties, ...streams(options), ...Object.fromEntries(late) };
}

module.exports = { makeGlue };
