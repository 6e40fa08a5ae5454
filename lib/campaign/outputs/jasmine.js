'use strict';
// Reads jasmine's output: "Failures:", then "N) " with a full name, and the message and the stack, which are indented.

function detailsOf(text) {
  const begin = /^Failures:$/m.exec(text);
  if (!begin) return [];
  const failures = [];
  for (const line of text.slice(begin.index).split('\n').slice(1)) {
    const title = /^[0-9]+\) (.+)$/.exec(line)?.[1];
    if (title !== undefined) failures.push({ title, lines: [] });
    else if (/^\S/.test(line)) break;
    else failures.at(-1)?.lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^[0-9]+ specs?, [0-9]+ failures?/m;
const FAILED = /^[0-9]+ specs?, [1-9][0-9]* failures?/m;

module.exports = { ENDED, FAILED, detailsOf };
