'use strict';
// Hooks timers from the start: most programs use the globals, which nobody has to load.

const NAMES = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'setImmediate'];

/**
 * Hooks the functions that wait for a time, as hookTimers() does: also those that util.promisify() takes from there.
 */
function hookWaits(hookModule) {
  hookModule('timers/promises', require('node:timers/promises'), false);
}

/** Hooks the module `timers`, and replaces the globals by its hooked functions. */
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
