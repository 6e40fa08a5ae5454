'use strict';
// Conditions in JavaScript ("arbitrary code", Interleaving section 3.1): looked at after every callback.

let hook;
const watched = new Map(); // owner -> list of functions

function checkAll() {
  for (const checks of watched.values()) for (const check of checks) check();
}

function switchHook() {
  if (watched.size > 0 && !hook) {
    hook = require('node:async_hooks').createHook({ after: checkAll });
    hook.enable();
  } else if (watched.size === 0 && hook) {
    hook.disable();
    hook = undefined;
  }
}

/** Has `check` called after every callback, for `owner`; with undefined, ends all of the owner's. */
function after(owner, check) {
  if (check) watched.set(owner, [...(watched.get(owner) ?? []), check]);
  else watched.delete(owner);
  switchHook();
}

module.exports = { after };
