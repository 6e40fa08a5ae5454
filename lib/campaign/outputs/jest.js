'use strict';
// Reads jest's output: "  ● suite › test" before each failure, and again in the summary of a long output.

function detailsOf(text) {
  if (!/^(FAIL|Tests:|Test Suites:) /m.test(text)) return [];
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const title = /^ {2}● (.+)$/.exec(line)?.[1].trim();
    if (title !== undefined || /^\S/.test(line)) isInside = title !== undefined && title !== 'Console';
    if (title !== undefined && isInside) failures.push({ title: title.split(' › ').join(' > '), lines: [] });
    else if (isInside) failures.at(-1).lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^Ran all test suites/m;
const FAILED = /^(?:Tests|Test Suites): +[0-9]+ failed/m;

module.exports = { ENDED, FAILED, detailsOf };
