'use strict';
// Reads vitest's output: " FAIL  test/a.test.js > suite > test". In a workspace "|project| " precedes the file. If the
// file could not be run, the line has the file alone. Tests that fail with the same error have their lines together,
// and the error once below them.

const START = /^ (?:FAIL|❯ FAIL) {2}(?:\|[^|]*\| )?(.+)$/;

function detailsOf(text) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const match = START.exec(line);
    if (match) {
      const [file, ...titles] = match[1].trim().split(' > ');
      const shared = isInside && failures.at(-1).lines.length === 0;
      failures.push({ title: titles.length > 0 ? titles.join(' > ') : file, lines: shared ? failures.at(-1).lines : [] });
    }
    isInside = match !== null || (isInside && !line.startsWith('⎯⎯'));
    if (isInside && !match) failures.at(-1).lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ +Duration {2}/m;
const FAILED = /^ +(?:Test Files|Tests|Errors) {2}[0-9]+ (?:failed|error)/m;

module.exports = { ENDED, FAILED, detailsOf };
