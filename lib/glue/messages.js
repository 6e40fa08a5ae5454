'use strict';
// Messages from other threads.

const RECEIVING = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts');

const waiting = new WeakMap(); // port -> its messages that were read from the port and not yet dispatched, in order

/**
 * Returns a function that dispatches `data` later, unless `takeWaiting` has been faster. The ports that came with it
 * lie on the port only for so long.
 */
function lateMessage(original, port, data) {
  const ports = port[RECEIVING];
  const message = { data };
  if (!waiting.has(port)) waiting.set(port, []);
  waiting.get(port).push(message);
  return function dispatch(...args) {
    const messages = waiting.get(port);
    const at = messages.indexOf(message);
    if (at < 0) return undefined;
    messages.splice(at, 1);
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
  const first = waiting.get(port)?.shift();
  return first && { message: first.data };
}

module.exports = { lateMessage, takeWaiting };
