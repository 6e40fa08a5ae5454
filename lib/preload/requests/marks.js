'use strict';
// Ties what is known of an object to it: by a private field, since a WeakMap costs ten times as much, and a property
// could be seen by the program.

function itself(object) {
  return object;
}

/** Returns {set(object, value), get(object)}; get() returns undefined for an object that has no value. */
function makeMark() {
  class Mark extends itself {
    #value;

    static set(object, value) {
      if (!(#value in object)) new Mark(object);
      object.#value = value;
    }

    static get(object) {
      return #value in object ? object.#value : undefined;
    }
  }
  return { set: Mark.set, get: Mark.get };
}

/** The request of Node's message or response. */
const { set: markRequest, get: requestOf } = makeMark();

module.exports = { makeMark, markRequest, requestOf };
