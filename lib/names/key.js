'use strict';

/** Returns the key of one phase of an operation, as traces and schedules name it: "callback fs.stat@a.js:1:1#1". */
function keyOf({ name, phase }) {
  return `${phase} ${name}`;
}

module.exports = { keyOf };
