'use strict';
// Reads the output of @hapi/lab: "Failed tests:", then "  N) " with a full name and a colon, the message and the stack.

const { entriesBelow } = require('./entries.js');

const detailsOf = (text) => entriesBelow(text, /^Failed tests:$/m, /^ {2}[0-9]+\) (.+):$/);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^(?:[0-9]+ of [0-9]+ tests failed|[0-9]+ tests passed)/m;
const FAILED = /^[0-9]+ of [0-9]+ tests failed/m;

module.exports = { ENDED, FAILED, detailsOf };
