'use strict';
// Remembers how requests without a socket were made, so that they can be made again.

const injectors = new WeakMap(); // message -> function that makes another one

/**
 * Returns a function that makes another request as `message` was made, or undefined for one that came by a socket:
 * again({method, url, headers, payload}, onMessage) => a promise of {statusCode, headers, rawPayload}. `headers` is an
 * object, `payload` and `rawPayload` are Buffers.
 */
const injectorOf = (message) => injectors.get(message);

const rememberInjector = (message, again) => injectors.set(message, again);

module.exports = { injectorOf, rememberInjector };
