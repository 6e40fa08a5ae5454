'use strict';
// Reads uvu's output: '   FAIL  suite  "test"', and the message and the stack, which are indented by more.

const FAIL = /^ {3}FAIL {2}(?:(\S.*?) {2})?"(.*)"$/;

function detailsOf(text) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const [isFailure, suite, name] = FAIL.exec(line) ?? [];
    if (isFailure) failures.push({ title: suite ? `${suite} > ${name}` : name, lines: [] });
    isInside = Boolean(isFailure) || (isInside && /^(?: {4}|$)/.test(line));
    if (isInside && !isFailure) failures.at(-1).lines.push(line);
  }
  return failures;
}

// A line of the summary, which is written after the last test, and one of a suite in which a test failed.
const ENDED = /^ {2}Total: +[0-9]+$/m;
const FAILED = /^.*✘.* \([0-9]+ \/ [0-9]+\)$/m;

module.exports = { ENDED, FAILED, detailsOf };
