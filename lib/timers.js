'use strict';
// Has timers traced from the start: most programs use the globals, which nobody has to load.

const NAMES = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'];

/** Hooks the module `timers`, and puts what is hooked in the place of the globals. */
function traceTimers(hookModule) {
  const timers = require('node:timers');
  const before = NAMES.map((name) => timers[name]);
  hookModule('timers', timers, false);
  for (const [i, name] of NAMES.entries()) {
    const attributes = Object.getOwnPropertyDescriptor(globalThis, name);
    if (attributes?.value !== before[i]) continue;
    Object.defineProperty(globalThis, name, { ...attributes, value: timers[name] });
  }
}

module.exports = { traceTimers };
