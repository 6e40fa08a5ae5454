'use strict';
// A child that has ended and not been reported yet is a zombie in plain Node: signals to it succeed. The loop engine
// keeps it one while its 'exit' is held (src/loop/linux/zombies.h). With the engine api it has been reaped by libuv: a
// signal fails, or reaches another process that has got its pid. There such signals succeed and go nowhere.

const { hasChild } = require('./binding.js');
const { replace } = require('./glue/properties.js');

const children = new Map(); // pid -> {child: a WeakRef, isLeader}
let watched = false;

// ChildProcess drops its handle when it emits 'exit'.
function isHeld(child, pid) {
  return Boolean(child?._handle) && !hasChild(pid);
}

function watchKill(handle) {
  if (watched) return;
  watched = true;
  replace(Object.getPrototypeOf(handle), 'kill', (kill) => (_, self, args) => {
    const { pid } = self;
    const child = children.get(pid)?.child.deref();
    // Another child that has the same pid is not held.
    const held = pid > 0 && (child?._handle === self ? isHeld(child, pid) : child !== undefined);
    return held ? 0 : Reflect.apply(kill, self, args);
  });
  // process.kill() calls it.
  replace(process, '_kill', (kill) => (_, self, args) => {
    const [pid] = args;
    if (isHeld(children.get(pid)?.child.deref(), pid)) return 0;
    const status = Reflect.apply(kill, self, args);
    const { child, isLeader } = children.get(-pid) ?? {};
    return status !== 0 && isLeader && isHeld(child.deref(), -pid) ? 0 : status;
  });
}

/** Has signals to `child`, a ChildProcess that was started, watched. `isLeader`: it leads a group of processes. */
function watchSignals(child, isLeader) {
  const { _handle: handle, pid } = child;
  if (!handle || !(pid > 0)) return; // a child that could not be started has no pid
  watchKill(handle);
  children.set(pid, { child: new WeakRef(child), isLeader });
}

module.exports = { watchSignals };
