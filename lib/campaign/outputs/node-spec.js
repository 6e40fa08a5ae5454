'use strict';
// node --test, spec reporter: "✖ failing tests:" and then, for each, "test at FILE:LINE:COLUMN" and "✖ TITLE (12ms)".
// (The TAP reporter, which Node 20 takes where there is no terminal, is read by tap.js.)

function failuresOf(text) {
  const begin = text.indexOf('\n✖ failing tests:');
  if (begin < 0) return [];
  const failures = [];
  for (const match of text.slice(begin + 1).matchAll(/^test at .+\n✖ (.+?)(?: \([0-9.]+ms\))?( # TODO.*)?$/gm)) {
    if (match[2] === undefined) failures.push(match[1].trim());
  }
  return failures;
}

module.exports = { failuresOf };
