'use strict';
// Ties what is known of an object to it: by a private field, since a WeakMap costs ten times as much, and a property
// could be seen by the program.

function itself(object) {
  return object;
}

/**
 * Returns {add(object, value), set(object, value), get(object)}; get() returns undefined for an object that has no
 * value, and add() is for one of these.
 */
function makeMark() {
  class Mark extends itself {
    #value;

    constructor(object, value) {
      super(object);
      this.#value = value;
    }

    static add(object, value) {
      new Mark(object, value);
    }

    static set(object, value) {
      if (#value in object) object.#value = value;
      else new Mark(object, value);
    }

    static get(object) {
      return #value in object ? object.#value : undefined;
    }
  }
  return { add: Mark.add, set: Mark.set, get: Mark.get };
}

/** The request of Node's message or response. */
const { add: markNew, set: markRequest, get: requestOf } = makeMark();

module.exports = { makeMark, markNew, markRequest, requestOf };
