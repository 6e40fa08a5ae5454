'use strict';
// Messages from other threads.

const RECEIVING = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts');

/** Returns a function that dispatches a message later. The ports that came with it lie on the port only for so long. */
function lateMessage(original, port) {
  const ports = port[RECEIVING];
  return function dispatch(...args) {
    this[RECEIVING] = ports;
    try {
      return Reflect.apply(original, this, args);
    } finally {
      this[RECEIVING] = undefined;
    }
  };
}

module.exports = { lateMessage };
