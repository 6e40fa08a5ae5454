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

module.exports = { failuresOf };
