'use strict';
// Ties a request to Node's message and response: by a private field, since a WeakMap costs ten times as much, and a
// property could be seen by the program.

function itself(object) {
  return object;
}

class Mark extends itself {
  #request;

  static set(object, request) {
    if (!(#request in object)) new Mark(object);
    object.#request = request;
  }

  static get(object) {
    return #request in object ? object.#request : undefined;
  }
}

/** Ties `request` to `object`. */
const markRequest = Mark.set;

/** Returns the request of an object, or undefined. */
const requestOf = Mark.get;

module.exports = { markRequest, requestOf };
