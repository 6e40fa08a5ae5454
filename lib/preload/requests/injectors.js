'use strict';
// Remembers how requests without a socket were made, so that they can be made again.

const injectors = new WeakMap(); // message -> {again, bodyOf}

/**
 * Returns a function that makes another request as `message` was made, or undefined for one that came by a socket:
 * again({method, url, headers, payload}, onMessage) => a promise of {statusCode, headers, rawPayload}. `headers` is an
 * object, `payload` and `rawPayload` are Buffers.
 */
const injectorOf = (message) => injectors.get(message)?.again;

/**
 * Returns a function that resolves to the body of `message`, a Buffer, or undefined if that cannot be known. It is
 * `collected` for a message that hands its body to push() and tells its end by `complete`.
 */
function bodyReader(message, collected) {
  const known = injectors.get(message);
  return known ? known.bodyOf?.bind(undefined, collected) : collected;
}

const isStream = (body) => typeof body?.pipe === 'function' || typeof body?.getReader === 'function';
const isPlain = (body) => Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;

/**
 * Returns a function that resolves to the body that options of light-my-request or shot give a request, undefined if it
 * cannot be known without reading a stream.
 */
function bodyIn({ payload, body = payload } = {}) {
  if (body === undefined || body === null) return async () => Buffer.alloc(0);
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return async () => Buffer.from(body);
  if (typeof body !== 'object' || isStream(body) || !isPlain(body)) return undefined;
  return async () => Buffer.from(JSON.stringify(body));
}

const rememberInjector = (message, again, bodyOf) => injectors.set(message, { again, bodyOf });

module.exports = { bodyIn, bodyReader, injectorOf, rememberInjector };
