'use strict';
// Tells how busy the machine is, for tests that bound a time: other programs take processors, and that is no fault.

const ENOUGH_MS = 100;

/** Returns how many times longer computing takes now than on a processor of one's own; 1 on an idle machine. */
function slowdown() {
  const began = performance.now();
  const before = process.cpuUsage();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (used() < ENOUGH_MS) continue;
  return Math.max(1, (performance.now() - began) / used());
}

/** Ends `child` after `ms`, later on a busy machine. Returns a timer for clearInterval(). */
function endAfter(child, ms) {
  const began = performance.now();
  return setInterval(() => performance.now() - began >= ms * slowdown() && child.kill('SIGKILL'), ms);
}

module.exports = { endAfter, slowdown };
