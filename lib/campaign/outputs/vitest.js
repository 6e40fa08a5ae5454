'use strict';
// Reads vitest's output: " FAIL  test/a.test.js > suite > test". In a workspace "|project| " precedes the file. If the
// file could not be run, the line has the file alone.

const START = /^ (?:FAIL|❯ FAIL) {2}(?:\|[^|]*\| )?(.+)$/;

function detailsOf(text) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const match = START.exec(line);
    if (match) {
      const [file, ...titles] = match[1].trim().split(' > ');
      failures.push({ title: titles.length > 0 ? titles.join(' > ') : file, lines: [] });
    }
    isInside = match !== null || (isInside && !line.startsWith('⎯⎯'));
    if (isInside && !match) failures.at(-1).lines.push(line);
  }
  return failures;
}

module.exports = { detailsOf };
