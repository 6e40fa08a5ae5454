'use strict';
// Checks conditions in JavaScript ("arbitrary code", Interleaving section 3.1) after every callback.

let hook;
const checks = new Map(); // owner -> list of functions

function checkAll() {
  for (const functions of checks.values()) for (const check of functions) check();
}

// The hook costs time for each callback, so it is on only while there are conditions.
function switchHook() {
  if (checks.size > 0 && !hook) {
    hook = require('node:async_hooks').createHook({ after: checkAll });
    hook.enable();
  } else if (checks.size === 0 && hook) {
    hook.disable();
    hook = undefined;
  }
}

/** Calls `check` after every callback, until unwatch(owner). */
function watch(owner, check) {
  checks.set(owner, [...(checks.get(owner) ?? []), check]);
  switchHook();
}

/** Ends all checks of `owner`. */
function unwatch(owner) {
  checks.delete(owner);
  switchHook();
}

module.exports = { watch, unwatch };
