'use strict';
// Reads ava's output: "  ✘ [fail]: title message" (older versions: "✖"). Nothing separates the message from the title,
// so the title is taken from the heading of the failure's details.

function detailsOf(text) {
  const marked = [...text.matchAll(/^ *[✘✖] \[fail\]: (.+)$/gm)].map((match) => match[1].trim());
  const headings = [...text.matchAll(/^ {2}(\S.*)$/gm)].map((match) => match[1].trim());
  return marked.map((line) => ({ title: headings.find((heading) => line.startsWith(heading)) ?? line, lines: [] }));
}

module.exports = { detailsOf };
