'use strict';
// Reads the spec reporter of node --test: "✖ failing tests:", then for each "test at FILE:LINE:COLUMN" and
// "✖ TITLE (12ms)". Without a terminal Node 20 uses its TAP reporter instead, which tap.js reads.

function detailsOf(text) {
  const begin = text.indexOf('\n✖ failing tests:');
  if (begin < 0) return [];
  const failures = [];
  for (const part of text.slice(begin + 1).split(/^(?=test at )/m)) {
    const match = /^test at .+\n✖ (.+?)(?: \([0-9.]+ms\))?( # TODO.*)?$/m.exec(part);
    if (match && match[2] === undefined) failures.push({ title: match[1].trim(), lines: part.split('\n').slice(2) });
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ℹ duration_ms /m;
const FAILED = /^ℹ (?:fail|cancelled) [1-9]/m;

module.exports = { ENDED, FAILED, detailsOf };
