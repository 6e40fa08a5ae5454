'use strict';
// Reads vitest's output: " FAIL  test/a.test.js > suite > test". In a workspace "|project| " precedes the file. If the
// file could not be run, the line has the file alone.

function failuresOf(text) {
  const failures = [];
  for (const match of text.matchAll(/^ (?:FAIL|❯ FAIL) {2}(?:\|[^|]*\| )?(.+)$/gm)) {
    const [file, ...titles] = match[1].trim().split(' > ');
    failures.push(titles.length > 0 ? titles.join(' > ') : file);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ +Duration {2}/m;
const FAILED = /^ +(?:Test Files|Tests|Errors) {2}[0-9]+ (?:failed|error)/m;

module.exports = { ENDED, FAILED, failuresOf };
