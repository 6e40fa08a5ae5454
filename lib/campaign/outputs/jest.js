'use strict';
// Reads jest's output: "  ● suite › test" before each failure, and again in the summary of a long output.

function failuresOf(text) {
  if (!/^(FAIL|Tests:|Test Suites:) /m.test(text)) return [];
  const failures = [];
  for (const match of text.matchAll(/^ {2}● (.+)$/gm)) {
    const title = match[1].trim();
    if (title !== 'Console') failures.push(title.split(' › ').join(' > '));
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^Ran all test suites/m;
const FAILED = /^(?:Tests|Test Suites): +[0-9]+ failed/m;

module.exports = { ENDED, FAILED, failuresOf };
