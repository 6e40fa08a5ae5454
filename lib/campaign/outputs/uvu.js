'use strict';
// Reads uvu's output: '   FAIL  suite  "test"', and the message and the stack, which are indented by more.

const { indentedEntries } = require('./entries.js');

const FAIL = /^ {3}FAIL {2}(?:(\S.*?) {2})?"(.*)"$/;

function titleOf(line) {
  const [isFailure, suite, name] = FAIL.exec(line) ?? [];
  if (!isFailure) return undefined;
  return suite ? `${suite} > ${name}` : name;
}

const detailsOf = (text) => indentedEntries(text, titleOf);

// A line of the summary, which is written after the last test, and one of a suite in which a test failed.
const ENDED = /^ {2}Total: +[0-9]+$/m;
const FAILED = /^.*✘.* \([0-9]+ \/ [0-9]+\)$/m;

module.exports = { ENDED, FAILED, detailsOf };
