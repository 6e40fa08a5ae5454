'use strict';
// Messages from other threads.

const RECEIVING = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts');

const waiting = new WeakMap(); // port -> its messages that were read from the port and not yet dispatched, in order

/**
 * Returns a function that dispatches `data` later; a message only unless `takeWaiting` has been faster. The ports that
 * came with it lie on the port only for so long.
 */
function lateMessage(original, port, data, type) {
  const ports = port[RECEIVING];
  const message = type === 'message' && { data };
  if (!waiting.has(port)) waiting.set(port, new Set());
  if (message) waiting.get(port).add(message);
  return function dispatch(...args) {
    if (message && !waiting.get(port).delete(message)) return undefined;
    this[RECEIVING] = ports;
    try {
      return Reflect.apply(original, this, args);
    } finally {
      this[RECEIVING] = undefined;
    }
  };
}

/**
 * Takes the oldest message of `port` that waits, for receiveMessageOnPort: to the program it still lies in the port,
 * and what came later must not overtake it. Returns {message}, or undefined where none waits.
 */
function takeWaiting(port) {
  const messages = waiting.get(port) ?? new Set();
  for (const message of messages) {
    messages.delete(message);
    return { message: message.data };
  }
  return undefined;
}

module.exports = { lateMessage, takeWaiting };
