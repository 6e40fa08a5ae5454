'use strict';
// Has timers hooked from the start: most programs use the globals, which nobody has to load.

const NAMES = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'];

/** Hooks what waits for a time, as hookTimers() does: also what util.promisify() takes from there. */
function hookWaits(hookModule) {
  hookModule('timers/promises', require('node:timers/promises'), false);
}

/** Hooks the module `timers`, and puts what is hooked in the place of the globals. */
function hookTimers(hookModule) {
  const timers = require('node:timers');
  const before = NAMES.map((name) => timers[name]);
  hookModule('timers', timers, false);
  for (const [i, name] of NAMES.entries()) {
    const attributes = Object.getOwnPropertyDescriptor(globalThis, name);
    if (attributes?.value !== before[i]) continue;
    Object.defineProperty(globalThis, name, { ...attributes, value: timers[name] });
  }
}

module.exports = { hookTimers, hookWaits };
