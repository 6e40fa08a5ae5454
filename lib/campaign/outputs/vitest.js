'use strict';
// vitest: " FAIL  test/a.test.js > suite > test" ("|project| " before the file in a workspace), or the file alone
// when the file itself could not be run.

function failuresOf(text) {
  const failures = [];
  for (const match of text.matchAll(/^ (?:FAIL|❯ FAIL) {2}(?:\|[^|]*\| )?(.+)$/gm)) {
    const [file, ...titles] = match[1].trim().split(' > ');
    failures.push(titles.length > 0 ? titles.join(' > ') : file);
  }
  return failures;
}

module.exports = { failuresOf };
