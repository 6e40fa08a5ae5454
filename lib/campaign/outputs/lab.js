'use strict';
// Reads the output of @hapi/lab: "Failed tests:", then "  N) " with a full name and a colon, the message and the stack.

function detailsOf(text) {
  const begin = /^Failed tests:$/m.exec(text);
  if (!begin) return [];
  const failures = [];
  for (const line of text.slice(begin.index).split('\n').slice(1)) {
    const title = /^ {2}[0-9]+\) (.+):$/.exec(line)?.[1];
    if (title !== undefined) failures.push({ title, lines: [] });
    else if (/^\S/.test(line)) break;
    else failures.at(-1)?.lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^(?:[0-9]+ of [0-9]+ tests failed|[0-9]+ tests passed)/m;
const FAILED = /^[0-9]+ of [0-9]+ tests failed/m;

module.exports = { ENDED, FAILED, detailsOf };
