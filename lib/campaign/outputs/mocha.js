'use strict';
// Reads mocha's output. Its reporters spec, dot, list and similar end with "N failing" and a numbered list of titles,
// with one line a suite:
//     1) Array
//          #indexOf()
//            should return -1:

const START = /^ {2}([0-9]+)\) (.+)$/;

function detailsOf(text) {
  const begin = /^ {2}[0-9]+ failing$/m.exec(text);
  if (!begin) return [];
  const failures = [];
  let titles; // of the entry being read, until the line that ends with a colon
  for (const line of text.slice(begin.index).split('\n')) {
    const start = START.exec(line);
    if (start) titles = [];
    if (!titles) {
      failures.at(-1)?.lines.push(line);
      continue;
    }
    titles.push((start ? start[2] : line).trim());
    if (!/:$/.test(line)) continue;
    failures.push({ title: titles.filter(Boolean).join(' > ').replace(/:$/, ''), lines: [] });
    titles = undefined;
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ passing \(/m;
const FAILED = /^ {2}[0-9]+ failing$/m;

module.exports = { ENDED, FAILED, detailsOf };
