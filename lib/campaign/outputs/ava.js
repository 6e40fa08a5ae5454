'use strict';
// ava: "  ✘ [fail]: title message" (older: "✖"); the message follows the title without a mark, so the title is taken
// from the heading that the details begin with.

function failuresOf(text) {
  const marked = [...text.matchAll(/^ *[✘✖] \[fail\]: (.+)$/gm)].map((match) => match[1].trim());
  const headings = [...text.matchAll(/^ {2}(\S.*)$/gm)].map((match) => match[1].trim());
  return marked.map((line) => headings.find((heading) => line.startsWith(heading)) ?? line);
}

module.exports = { failuresOf };
