'use strict';
// Reads ava's output: "  ✘ [fail]: title message" (older versions: "✖"). Nothing separates the message from the title,
// so the title is taken from the heading of the failure's details.

function detailsOf(text) {
  const marked = [...text.matchAll(/^ *[✘✖] \[fail\]: (.+)$/gm)].map((match) => match[1].trim());
  const headings = [...text.matchAll(/^ {2}(\S.*)$/gm)].map((match) => match[1].trim());
  return marked.map((line) => ({ title: headings.find((heading) => line.startsWith(heading)) ?? line, lines: [] }));
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ tests? (?:passed|failed)$/m;
const FAILED = /^ {2}[0-9]+ (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/m;

module.exports = { ENDED, FAILED, detailsOf };
