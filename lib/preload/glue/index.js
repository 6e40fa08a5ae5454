'use strict';
// Does for the native hooks all that needs JavaScript: closures, the stack, async context, property descriptors. The
// native side decides, queues, names and traces; it calls each function here (src/hooks/glue.h).

const calls = require('./calls.js');
const context = require('./context.js');
const disguise = require('./disguise.js');
const parked = require('./parked.js');
const properties = require('./properties.js');
const streams = require('./streams.js');

// Loaded on demand, since loading a module costs a quarter of a millisecond and most programs need none of these.
const TIMERS = [
  [() => require('./late-timers.js'), ['timerCallback', 'timerResult', 'clearedTimer']],
  [() => require('./traced-timers.js'), [
    'limit', 'limitSet', 'timer', 'fires', 'fired', 'rememberTimer', 'forgetTimer', 'timersGoOn', 'liveWait',
    'stallSoon', 'timerId', 'takeTimer', 'ownTimer', 'seeTimer', 'seenTimer', 'tracedTicks',
  ]],
];
const ON_DEMAND = [
  ...TIMERS,
  [() => require('./arguments.js'), ['canPostpone']],
  [() => require('./callers.js'), ['callers']],
  [() => require('./details.js'), ['details']],
  [() => require('./messages.js'), ['lateMessage']],
];

// A module exports its functions, or one function that makes them from the natives.
function functionsOf(load, natives) {
  let known;
  return () => {
    if (known) return known;
    const loaded = load();
    return (known = typeof loaded === 'function' ? loaded(natives) : loaded);
  };
}

function onDemand(functions, name) {
  let known;
  return (...given) => {
    known ??= functions()[name];
    return known(...given);
  };
}

/**
 * Makes the functions that the native side calls. `options`: those of lib/preload/install.js. `natives`: the functions
 * of the native side that the glue calls, by name (src/hooks/glue.h).
 */
function makeGlue(options, natives) {
  // Timers are taken before the program can put others in their place.
  if (options.timers || options.watchesTimers) for (const [load] of TIMERS) load();
  const late = ON_DEMAND.flatMap(([load, names]) => {
    const functions = functionsOf(load, natives);
    return names.map((name) => [name, onDemand(functions, name)]);
  });
  return {
    ...calls(natives), ...parked(natives), ...context, ...disguise, ...properties, ...streams(options, natives),
    ...Object.fromEntries(late),
  };
}

module.exports = { makeGlue };
