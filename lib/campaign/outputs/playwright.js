'use strict';
// Reads the output of Playwright's test runner: "  N) [project] › FILE:LINE:COLUMN › suite › test ───", and the
// message, which is indented by more. A test that was tried again is listed once.

const START = /^ {2}[0-9]+\) (?:\[[^\]]*\] › )?\S.*?:[0-9]+:[0-9]+ › (.+?)(?: ─+)?$/;

function detailsOf(text) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const title = START.exec(line)?.[1];
    if (title !== undefined) failures.push({ title: title.trim().split(' › ').join(' > '), lines: [] });
    isInside = title !== undefined || (isInside && /^(?: {4}|$)/.test(line));
    if (isInside && title === undefined) failures.at(-1).lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ (?:passed \(|failed$)/m;
const FAILED = /^ {2}[0-9]+ failed$/m;

module.exports = { ENDED, FAILED, detailsOf };
