'use strict';

/** Returns a text that is the same for all lines about one operation: a name may occur once in each phase. */
function keyOf({ name, phase }) {
  return `${phase} ${name}`;
}

module.exports = { keyOf };
