'use strict';
// Reads jasmine's output: "Failures:", then "N) " with a full name, and the message and the stack, which are indented.

const { entriesBelow } = require('./entries.js');

const detailsOf = (text) => entriesBelow(text, /^Failures:$/m, /^[0-9]+\) (.+)$/);

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^[0-9]+ specs?, [0-9]+ failures?/m;
const FAILED = /^[0-9]+ specs?, [1-9][0-9]* failures?/m;

module.exports = { ENDED, FAILED, detailsOf };
